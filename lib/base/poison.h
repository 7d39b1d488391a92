/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that AddressSanitizer lets nobody touch; nothing without it. */
#pragma once

#ifndef __has_feature
#define __has_feature(x) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#define POISON(at, size) ASAN_POISON_MEMORY_REGION((at), (size))
#define UNPOISON(at, size) ASAN_UNPOISON_MEMORY_REGION((at), (size))
enum { RED_ZONE = 8 }; /* bytes between two allocations */
#else
#define POISON(at, size) ((void)(at), (void)(size))
#define UNPOISON(at, size) ((void)(at), (void)(size))
enum { RED_ZONE = 0 };
#endif
