/* SPDX-License-Identifier: Apache-2.0 */
/* Classes of a program, those that Python has for them to derive from, and their objects. */
#pragma once

#include "trace/value/value.h"

/* A field of a dataclass or a named tuple. */
struct class_field {
	struct str name;
	const struct value *default_value, *factory, *metadata; /* or NULL */
	const struct expression *annotation;                    /* or NULL */
	bool given;                                             /* a parameter of __init__ */
	bool keyword_only;
	bool is_static;        /* metadata says that it is no part of a tree */
	bool shown;            /* in the repr */
	bool compared, hashed; /* is what == compares, what hash() is made of */
};

enum class_form { CLASS_PLAIN, CLASS_DATACLASS, CLASS_NAMED_TUPLE, CLASS_ENUM };

/* What the objects of a class are in a tree of values. */
enum tree_form {
	TREE_LEAF,
	TREE_FIELDS,     /* a node with these fields as children, the others beside them */
	TREE_ATTRIBUTES, /* the same of those that the object has; put together without a call */
	TREE_STATIC,     /* a node without children */
	TREE_METHODS,    /* tree_flatten and tree_unflatten */
	TREE_FUNCTIONS   /* those given to register_pytree_node */
};

struct tree_class {
	enum tree_form form;
	struct value_list data, meta; /* names of fields, of TREE_FIELDS */
	bool plain; /* of TREE_FIELDS: its objects are their fields, and are put together as such */
	const struct value *flatten, *unflatten; /* of TREE_FUNCTIONS */
	const struct value *flatten_with_keys;   /* gives a key with each child; or NULL */
	/* Of TREE_FUNCTIONS, where what they take apart is the dict `_mapping` of an object: what
	 * makes the step to an item of its key, and a dict of those that were made; else NULL. */
	const struct value *make_step;
	struct value *steps;
};

/* Which names a class may have itself, as they were when they were looked at last: a dict whose
 * pairs stand where they stood, and are as many, has the same keys. */
struct class_names {
	const struct value_pair *pairs;
	uint32_t count;
	uint64_t bits; /* of each name one (class_find) */
};

struct class_value {
	struct str name;   /* with what it stands in: "Outer.Inner"; ends with a NUL */
	struct str module; /* that it stands in, as project_name_of says it; empty: not of a text */
	enum class_form form;
	bool is_frozen;                   /* a dataclass whose objects cannot be changed */
	bool freezes;                     /* one by its own decorator */
	bool by_identity;                 /* a dataclass with eq=False */
	bool lacks_init;                  /* a dataclass with init=False */
	bool is_ordered, is_hashed;       /* one with order=True, unsafe_hash=True */
	bool is_builtin;                  /* Python or JAX has it */
	bool in_part;                     /* of a module of Python's library: it has more */
	struct str home;                  /* folder of the prelude that it stands in, or empty */
	bool by_abc;                      /* made by abc.ABCMeta, or derived from such a class */
	struct value_list abstract;       /* names of methods that it lacks, in their order */
	const struct value *const *order; /* where attributes are looked up, itself first */
	uint32_t norder;
	struct value *names;           /* a dict of what its body defines */
	struct class_names seen;       /* of the same */
	const struct value *doc;       /* the text that its body begins with, or NULL */
	const struct class_field *own; /* what its body annotates */
	uint32_t nown;
	struct value_list deferred; /* pairs of "AbstractVar" and a name that it annotates so */
	const struct class_field *fields; /* with those of the bases */
	uint32_t nfields;
	const struct tuple_names *named; /* of CLASS_NAMED_TUPLE */
	struct value *members;           /* of CLASS_ENUM: a dict of its members by name */
	const struct value *mixed;       /* of an enumeration: the class of its values, or NULL */
	struct tree_class tree;
};

/* Those of a class with more are left out, and its objects are not followed. */
enum { MAX_FIELDS = 250 };

/* What a class makes of a function in its body. */
enum descriptor_kind { DESCRIPTOR_PROPERTY, DESCRIPTOR_STATIC, DESCRIPTOR_CLASS };

/* A class without names, whose attributes are looked up behind its own in those of the bases. */
struct value *value_class(struct arena *arena, struct str name, const struct value *const *bases,
                          uint32_t nbases);

/* An object of the class, without fields. */
struct value *value_object(struct arena *arena, const struct value *class);

/* A property, static method or class method around a function. */
const struct value *value_descriptor(struct arena *arena, enum descriptor_kind kind,
                                     const struct value *function, const struct value *setter);

/* The value under this text in a dict, or NULL; the __dict__ of an object or class may have been
 * forgotten, and be unknown. */
const struct value *dict_get_text(const struct value *dict, struct str key);

/* What the class or one of those that it derives from has under this name, or NULL. */
const struct value *class_find(const struct value *class, struct str name);

/* The same behind `after` in the order of the class. */
const struct value *class_find_after(const struct value *class, const struct value *after,
                                     struct str name);

/* The dict that an object of a class derived from dict keeps its items in; the value itself for any
 * other. */
const struct value *mapping_items(const struct value *value);

/* The attribute that holds it; an object whose __dict__ has become itself has no other. */
#define MAPPING_DATA "_data"

/* Whether objects of the class have the attributes alone that __slots__ say: all that it derives
 * from say some, without __dict__. */
bool class_has_slots(const struct value *class);

/* Whether __slots__ of the class, or of one that it derives from, say this attribute. */
bool class_has_slot(const struct value *class, struct str name);

/* The attribute of a class of the prelude that has the name of its metaclass, whose __call__ takes
 * the class as `cls`. */
#define METACLASS_NAME "__prelude_metaclass__"

/* The method of a class of the prelude that is called with each object once it is made. */
#define FINISH_OBJECT "__prelude_made__"

/* The class method of a class of the prelude that is called with each class derived from it, as a
 * metaclass makes it: after __init_subclass__, with the keywords that it has names for. */
#define FINISH_CLASS "__prelude_class__"

/* The attribute of an abstract method. */
#define ABSTRACT_MARK "__isabstractmethod__"

/* Whether the class is the other one, or derives from it. */
bool class_derives(const struct value *class, const struct value *base);

/* Whether it derives from Python's or JAX's class of this name. */
bool class_is(const struct value *class, const char *builtin);

/* The name of an abstract class of collections.abc, which typing gives as an object that knows it;
 * without bytes for any other. */
struct str class_abstract_name(const struct value *class);

/* Whether the class derives from the abstract one of this name. */
bool class_is_abstract(const struct value *class, struct str name);

/* Whether the class or one that it is derived from has more than is followed. */
bool class_in_part(const struct value *class);

/* Whether the fields of an object are looked through: for its text, or to compare it. */
bool object_shows_fields(const struct value *object);

/* The class of an object or of a named tuple that has one; else NULL. */
const struct value *class_of(const struct value *value);

/* The module that Python's texts have before the class's name; empty: none. */
struct str class_module(const struct class_value *class);

/* The last part of a class's name. */
struct str class_short_name(const struct value *class);

/* The value of an enumeration's member, or NULL when this is none. */
const struct value *enum_value(const struct value *value);

/* Whether it is a member of an enumeration of flags, or several, and which bits it has. */
bool enum_is_flag(const struct value *value);

/* What a member stands for when its class is one of numbers or texts too; else the value itself. */
const struct value *enum_plain(const struct value *value);

/* The number that a member stands for, for JAX an array like any number; else the value itself. */
const struct value *value_of_number(const struct value *value);

/* Whether str() of a member is that of its value. CPython: enum.py ReprEnum. */
bool enum_prints_value(const struct value *member);

/* The value of an attribute that an object itself has and that is known, or NULL; of what is no
 * object none is. */
const struct value *object_field(const struct value *object, const char *name);
