/* SPDX-License-Identifier: Apache-2.0 */
/* Objects of the program's classes: making them, and what they have. */
#pragma once

#include "trace/module/library_call.h"
#include "trace/state/trace.h"
#include "trace/value/class.h"

/* Whether attributes can be set on the value: on objects, classes and functions of a program. */
bool has_attributes(const struct value *value);

/* Whether it is a function that jax.jit and its like, or functools.partial, have made: they take
 * attributes, of which nothing is kept (trace->wrapper_fields). */
bool is_wrapper(const struct value *value);

/* Gives the last fields of a class of named tuples these defaults, and the others none. */
void set_field_defaults(struct trace *trace, struct class_value *class,
                        const struct value_list *to);

/* value.name = to; false after an error. */
MUST_USE bool set_attribute(struct trace *trace, const struct value *value, struct str name,
                            const struct value *to);

/* Refuses a new attribute of an object that has no room for one. */
bool refuse_new_attribute(struct trace *trace, const struct value *object, struct str name);

/* del value.name; false after an error. */
MUST_USE bool delete_attribute(struct trace *trace, const struct value *value, struct str name);

/* The same by object.__delattr__, past what the object's class says of it: a frozen dataclass lets
 * it, and a __delattr__ of the class is not run. */
MUST_USE bool delete_plainly(struct trace *trace, const struct value *value, struct str name);

/* An attribute of an object, a class of the program, or super(). NULL after an error. */
const struct value *object_attribute(struct trace *trace, const struct value *object,
                                     struct str name, struct span at);

/* A method or property of a named tuple's class; NULL without an error when it has none. */
const struct value *tuple_class_attribute(struct trace *trace, const struct value *tuple,
                                          struct str name, struct span at);

/* What the __init__ of a dataclass does with the object. CPython: dataclasses.py _init_fn. */
bool init_fields(struct trace *trace, const struct value *class, const struct value *object,
                 const struct given *given);

/* The class behind another one in the order of a class, or from the first one on where that is
 * NULL, of which super().__init__ is what a dataclass wrote; NULL where it is another or none. */
const struct value *written_init_after(const struct value *class, const struct value *after);

/* Calls the class. */
const struct value *make_object(struct trace *trace, const struct value *class,
                                const struct given *given);

/* A function with an object in front of its arguments. */
const struct value *bind_method(struct trace *trace, const struct value *function,
                                const struct value *self);

/* str() of a value, by the methods that it has. NULL after an error; foreign when only a run would
 * tell it. */
const struct value *value_str_value(struct trace *trace, const struct value *value);

/* repr() likewise, by the methods of the objects in it; unknown where something in it has been
 * reported. */
const struct value *value_repr_value(struct trace *trace, const struct value *value);

/* text % values; unknown when a part of it is, NULL after an error. */
const struct value *percent_format(struct trace *trace, struct str text,
                                   const struct value *values);

/* format(value, spec), in the same way. */
const struct value *value_formatted(struct trace *trace, const struct value *value,
                                    struct str spec);

/* super() where the function being run stands; NULL after an error. */
const struct value *super_here(struct trace *trace);

/* Puts what auto() stands for in the place of each in the body of an enumeration, which derives
 * from `base`, as far as it has been run. */
void number_members(struct trace *trace, const struct value *base, struct scope *scope);

/* Finishes a class whose body has been run: as enumeration or named tuple. NULL after an error. */
const struct value *finish_class(struct trace *trace, struct value *class);

/* The member of an enumeration that has this value. */
const struct value *enum_member(struct trace *trace, const struct value *class,
                                const struct value *value);

/* The class of named tuples with these fields, which it keeps. CPython: collections.namedtuple. */
const struct value *named_tuple_class(struct trace *trace, struct str name,
                                      struct class_field *fields, uint32_t count);

/* What NamedTuple(name, [(field, type), …]) makes; unknown when they are given in another way. */
const struct value *named_tuple_of_pairs(struct trace *trace, const struct given *given);

/* A named tuple of the class with these arguments. */
const struct value *make_named_tuple(struct trace *trace, const struct value *class,
                                     const struct given *given);

/* What `left OP right` is when one is an object of the program, or NULL; *found tells whether one
 * is. */
const struct value *object_binary(struct trace *trace, enum operation operation,
                                  const struct value *left, const struct value *right,
                                  struct span at, bool *found);
/* The same of `left OP= right`, for which the class of left may have a method of its own. */
const struct value *object_augmented(struct trace *trace, enum operation operation,
                                     const struct value *left, const struct value *right,
                                     struct span at, bool *found);

/* What `OP operand` is when it is an object of the program, or NULL; *found tells whether it is
 * one. TypeError when its class has no method for that. */
const struct value *object_unary(struct trace *trace, enum operation operation,
                                 const struct value *operand, struct span at, bool *found);
