import Glibc

/// How many times longer everything may take: 1, or more in a build with AddressSanitizer or ThreadSanitizer.
public let sanitizerSlowdown = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil ? 10 : 1
