// libjpeg-turbo, with which the benchmarks compare the decoding of pictures. gdk-pixbuf's own headers bring it along.
#pragma once

// jpeglib.h takes FILE from whoever includes it.
#include <stdio.h>
#include <jpeglib.h>
