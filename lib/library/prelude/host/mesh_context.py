"""Setting the mesh in context. JAX: sharding_impls.py set_mesh, mesh.py use_abstract_mesh."""


def _check(mesh, name, none_allowed):
    abstract = isinstance(mesh, AbstractMesh)
    if (not isinstance(mesh, Mesh) or abstract) and not (none_allowed and mesh is None):
        kind = "jax._src.mesh.AbstractMesh" if abstract else type(mesh).__name__
        refuse(ValueError, f"Expected mesh of type `jax.sharding.Mesh`. Got <class '{kind}'>",
               say=f"{name} takes a mesh")
    if is_traced():
        refuse(ValueError, f"`{name}` can only be used outside of `jax.jit`{'.' if name == 'set_mesh' else ''}",
               rule="context-mesh", say="the mesh cannot be set inside of a function that is traced",
               help="set it around the call of the function; a program is the body of a jitted function, "
               "unless the spec says program_mode: eager")
    if mesh is not None and release >= (0, 7, 1) and mesh.manual_axes:
        refuse(ValueError, f"mesh {mesh!r} contains manual axes which is not allowed when using `jax.set_mesh`. "
               "Please use `jax.shard_map` to enter into `Manual` mode instead.", rule="manual-axis",
               help="manual axes belong to shard_map: make the axes explicit or auto")


@function("jax", since="0.7.1", takes_unknown=True)
@function("jax.sharding", since="0.5.3", takes_unknown=True)
def set_mesh(mesh):
    """At once; as a context it goes back at the end."""
    if not is_known(mesh):
        set_context_mesh(mesh)
        return mesh
    previous = context_mesh()
    _check(mesh, "set_mesh", release < (0, 7, 1) or release >= (0, 9, 2))
    set_context_mesh(mesh)
    return object_of("set_mesh", "mesh previous", mesh, previous) if release >= (0, 7, 1) else previous


@function("set_mesh")
def __enter__(self):
    pass


@function("set_mesh")
@function("use_mesh")
def __exit__(self):
    set_context_mesh(self.previous, not isinstance(self.mesh, AbstractMesh))


@function("jax.sharding", since="0.5.0", until="0.7.1")
def use_mesh(mesh):
    _check(mesh, "use_mesh", False)
    return object_of("use_mesh", "mesh previous", mesh, context_mesh())


@function("jax.sharding", since="0.7.2")
def use_abstract_mesh(mesh):
    if not isinstance(mesh, AbstractMesh):
        kind = "jax._src.mesh.Mesh" if isinstance(mesh, Mesh) else type(mesh).__name__
        raise ValueError(f"Expected mesh of type `jax.sharding.AbstractMesh`. Got type: <class '{kind}'>")
    return object_of("use_mesh", "mesh previous", mesh, context_mesh())


def _check_size(mesh, previous):
    """An AbstractMesh must be of as many devices as the mesh before."""
    if not mesh.empty and not previous.empty and mesh.size != previous.size:
        text = repr(mesh)
        text = text.split(", device")[0] + ")" if ", device" in text else text
        refuse(ValueError, f"use_abstract_mesh cannot change the size of the mesh. Got new mesh: {text} with "
               f"size={mesh.size} and prev mesh: {previous!r} with size={previous.size}", rule="context-mesh")


@function("use_mesh", name="__enter__")
def _enter_use(self):
    if isinstance(self.mesh, AbstractMesh):
        _check_size(self.mesh, jax.sharding.get_abstract_mesh())
    set_context_mesh(self.mesh, not isinstance(self.mesh, AbstractMesh))


@function("jax.sharding", since="0.9.0")
def get_mesh():
    if is_traced():
        refuse(ValueError, "`get_mesh` can only be used outside of `jax.jit`. Maybe you want "
               "`jax.sharding.get_abstract_mesh()`?", rule="context-mesh",
               say="a traced function has no mesh of devices", help="call jax.sharding.get_abstract_mesh()")
    return context_mesh(True)
