# make demo   set up this machine, build, and put landmarks on a face
# make test   build and run the tests

# Where compilers do not search FFmpeg's headers by themselves, as on Fedora, pkg-config knows the folder.
FFMPEG_HEADERS := $(filter-out /usr/include /usr/include/%-linux-gnu, \
  $(patsubst -I%,%,$(firstword $(shell pkg-config --cflags-only-I libavformat 2>/dev/null))))
ifneq ($(FFMPEG_HEADERS),)
export CPATH := $(FFMPEG_HEADERS)$(CPATH:%=:%)
endif

PREFIX ?= $(HOME)/.local
ASSETS := .lineament
PROGRAM := .build/release/lineament
DEMO := demo

.PHONY: setup demo build generate test test-quick test-documents test-clips test-processors service-client test-server test-gpu lint format documentation bench bench-cores evaluate evaluate-turned program install uninstall dist test-release library wheel test-python test-arrow test-mediapipe sanitize-python fuzz soak sanitize sanitize-build sanitize-server test-arm64-kernels dist-arm64 test-arm64 clean

setup:
	@bash Scripts/setup.sh

# The tests look at internals and at numbers, so what they use is optimized and testable. The demo is built in the same
# way and place, and the tests go on from there. Debug information would only make the build larger.
TESTABLE := -c release -Xswiftc -enable-testing
FLAGS := $(TESTABLE) -debug-info-format none

# The program with the HTTP service; building Hummingbird adds a few minutes. Examples, snippets and benchmarks are built
# by the tests and by `make bench`.
build: setup
	swift build $(FLAGS) --traits Server --product lineament

# Lineament takes longest to compile and needs no system packages, so it is compiled while those are installed.
demo:
	@echo "Setting up and building Lineament, which takes about three minutes on two cores"
	@swift build $(FLAGS) --target Lineament >/dev/null 2>&1 & early=$$!; \
	  trap 'kill $$early 2>/dev/null; exit 130' INT TERM; \
	  bash Scripts/setup.sh || { kill $$early 2>/dev/null; wait; exit 1; }; wait
	swift build $(FLAGS) --product lineament
	@mkdir -p $(DEMO)
	$(PROGRAM) face-landmarker $(ASSETS)/samples/astronaut.png --output-face-blendshapes \
	  --output $(DEMO)/astronaut.json --annotate $(DEMO)/astronaut.png
	@echo "Landmarks: $(DEMO)/astronaut.json   Picture: $(DEMO)/astronaut.png"
	@echo "Try next: $(PROGRAM) face-landmarker PHOTO.jpg --annotate drawn.jpg   (a photo or video of yours)"
	@echo "          $(PROGRAM) pose-landmarker --help; make test; make program, which includes the service and its studio"

# FLAGS make imports testable; swift test would ask for that in a way of its own, for which all modules compile again.
TEST := bash Scripts/list_failures.sh swift test $(FLAGS) --disable-testable-imports
UNPUBLISHED := $(wildcard $(or $(LINEAMENT_TESTDATA),../shared/testdata))

# What the tests ran on, and how far results were from MediaPipe's: written by the first of the two, printed at the end.
REPORT := $(CURDIR)/.build/test-report.txt
test: setup
	@$(if $(UNPUBLISHED),,echo "Left out: Tests/UnpublishedImageTests; see docs/accuracy.md")
	LINEAMENT_TEST_REPORT="$(REPORT)" $(TEST) $(if $(UNPUBLISHED),,--skip UnpublishedImageTests) --skip memoryStaysFlat
	LINEAMENT_MEMORY_FRAMES=1500 $(TEST) --skip-build --filter memoryStaysFlat
	@cat "$(REPORT)"
	@echo "Try next: make test-quick after a change; CONTRIBUTING.md lists the other checks."

# The tests that need neither the program nor references; below a minute once built.
QUICK := LiteRTTests|LineamentTests|LineamentImagesTests|LineamentRenderTests|LineamentVideoTests
test-quick: setup
	$(TEST) --filter '$(QUICK)' --skip memoryStaysFlat

# The Swift tests that read README.md and docs. CI runs them after a change of documents.
DOCUMENTS := ArchitectureTests|DialectsPageTests|GPUCommandTests|ModelsCommandTests|ReadmeTests|SchemaTests|TerminalTests
test-documents: setup
	$(TEST) --filter '$(DOCUMENTS)'

# The comparisons with MediaPipe's numbers with the kernels that the runtime has for other processors. Takes three minutes for
# each; with EMULATE=1, an hour; RECORD=1 downloads MediaPipe. Others: PROCESSORS='core2', by their names in
# Tests/Processors/processor.c.
PROCESSORS ?= haswell zen ivybridge nehalem
test-processors: setup
	swift build $(FLAGS) --product LineamentPackageTests
	swift build $(FLAGS) --product ReferenceImages
	bash Scripts/test_processors.sh .build/release/LineamentPackageTests.xctest $(PROCESSORS)

# An example that does not depend on Lineament; the tests of the service run it, too.
service-client: setup
	swift build $(FLAGS) --product ServiceClient

# The service, from outside. CI passes the program that it has installed.
test-server: build
	python3 Tests/Server/test_server.py $(PROGRAM) $(ASSETS)/samples/astronaut.png

# Clips that are drawn so that redaction has it hard: flashes, pans, cuts, gaps, borders. Fails if one shows a face.
CLIPS := 200
test-clips: setup
	swift build $(FLAGS) --product RedactionTrial
	.build/release/RedactionTrial 0 $(CLIPS)

# What runs on a GPU, through SwiftShader, which computes on the CPU and comes with Debian's package chromium, or on the GPU
# of the machine if VK_ICD_FILENAMES names its driver. Downloads the accelerator, 19 MB.
test-gpu: setup
	bash Sources/LineamentCLI/Assets/fetch.sh Sources/LineamentCLI/Assets/manifest.txt $(ASSETS) gpu
	$(TEST) --filter 'GPU|ShaderCache|SliceReplacement'
	LINEAMENT_HOME="$(CURDIR)/$(ASSETS)" python3 Tests/Server/test_server.py $(PROGRAM) $(ASSETS)/samples/astronaut.png -k GPU

# The service with the address sanitizer; builds Hummingbird once more.
sanitize-server: setup
	swift build $(ADDRESS) --traits Server --product lineament --scratch-path .build-address-server
	LSAN_OPTIONS="suppressions='$(CURDIR)/Scripts/leaks.supp':print_suppressions=0" \
	  python3 Tests/Server/test_server.py .build-address-server/release/lineament $(ASSETS)/samples/astronaut.png

lint:
	swift format lint --strict --parallel --recursive Package.swift Sources Tests Fuzz Snippets Examples Benchmarks
	bash Scripts/lint.sh

format:
	swift format --in-place --parallel --recursive Package.swift Sources Tests Fuzz Snippets Examples Benchmarks
	bash Scripts/lint.sh --fix

# The reference documentation of all products as one site, .build-documentation/site, for a web server. Symbols
# are extracted by a build of its own, as the plugin's flags would make every other build start anew.
# A doc comment may describe some of a function's parameters only, so docc is not to ask for the others.
PRODUCTS := Lineament LineamentImages LineamentVideo LineamentRender LineamentMLKit LineamentMLKitRender \
  LineamentVision LineamentVisionRender
documentation: setup
	@mkdir -p .build-documentation
	LINEAMENT_DOCUMENTATION=1 swift package --scratch-path .build-documentation \
	  --allow-writing-to-directory .build-documentation/site generate-documentation \
	  $(PRODUCTS:%=--target %) --enable-experimental-combined-documentation \
	  --disable-indexing --disable-parameters-and-returns-validation --warnings-as-errors \
	  --output-path .build-documentation/site

# Prints what follows from the tables of options and results into the command line, lineament.h and the Python package.
generate:
	swift build $(FLAGS) --product Generate
	.build/release/Generate .

# Beside MediaPipe, in turns; makes a Python environment with it.
bench: build
	swift build $(FLAGS) --traits Server --product BenchmarkWorker
	swift build $(FLAGS) --traits Server --product BenchmarkFileWorker
	$(PROGRAM) bench
	python3 Benchmarks/run.py
	$(MAKE) wheel
	bash Scripts/python_environment.sh .build-program/wheel
	python3 Benchmarks/python.py .build-program/python/bin/python

# How the library, the program and the service use the cores there are, and what they do beside busy neighbors. Needs what
# `make bench` prepares.
bench-cores: build
	swift build $(FLAGS) --traits Server --product BenchmarkWorker
	LINEAMENT_PROGRAM=$(PROGRAM) python3 Benchmarks/cores.py

# Recall, precision and errors against labels made by people, beside MediaPipe's; needs the test data.
TESTDATA ?= ../shared/testdata
evaluate: build
	python3 Scripts/evaluate.py $(PROGRAM) $(TESTDATA)

# Landmarks of faces that are turned, mirrored, cut or squeezed; needs the test data, and Pillow.
evaluate-turned: build
	python3 Scripts/evaluate_turned.py $(PROGRAM) $(TESTDATA)

# The program and the library for installation. The program contains Swift's libraries, so it runs where there is no Swift, and comes with
# completions and a manual page. The linker's warning about mktemp in Foundation is not about this program.
READY := .build-program/ready
STATIC := -c release --static-swift-stdlib -debug-info-format none --scratch-path .build-program
program: setup
	rm -f .build-program/release/libLineamentC.a
	bash -o pipefail -ec 'for product in lineament generate-manual LineamentC; do \
	  swift build $(STATIC) --traits Server --product $$product 2>&1 | \
	    grep -v mktemp; done'
	rm -rf $(READY) && mkdir -p $(READY)
	strip -o $(READY)/lineament .build-program/release/lineament
	for shell in bash zsh fish; do \
	  $(READY)/lineament --generate-completion-script $$shell >$(READY)/completion.$$shell || exit 1; \
	done
	.build-program/release/generate-manual $(READY)/lineament --output-directory $(READY)
	$(LINK_LIBRARY)

# liblineament.so alone, which does not need Hummingbird. An archive would keep the objects of files that are gone.
LINK_LIBRARY = bash Scripts/link_library.sh .build-program/release/libLineamentC.a $(READY)/liblineament.so
library: setup
	rm -f .build-program/release/libLineamentC.a
	swift build $(STATIC) --product LineamentC
	$(LINK_LIBRARY)

# The Python package with the library, for this machine's kind of processor and any Python from 3.9. The library is built
# only if a source is newer, as `make program` builds it, too.
SOURCES_OF_LIBRARY := $(shell find Sources/Lineament Sources/Dialects/LineamentAppleTypes Sources/LineamentC Sources/LineamentImages \
  Sources/LineamentRender Sources/LineamentTasks Sources/LineamentVideo Sources/LiteRT Sources/CLineament* Scripts/link_library.sh \
  Package.swift)
$(READY)/liblineament.so: $(SOURCES_OF_LIBRARY)
	$(MAKE) library
wheel: $(READY)/liblineament.so
	bash Scripts/make_wheel.sh $(READY)/liblineament.so .build-program/wheel

# The Python package, as installed from the wheel, beside MediaPipe's.
test-python: wheel
	bash Scripts/test_python.sh .build-program/wheel

# MediaPipe over the library, in several versions: what changed in its structures, then whether tasks, live streams and errors
# are as with its own library. For some versions: MEDIAPIPE='1.2.3 newest'. Before a release, and once a week with the newest.
test-mediapipe: setup $(READY)/liblineament.so
	bash Scripts/test_mediapipe.sh $(MEDIAPIPE)

# Only copies, so it may run as root. Programs that are running keep the files they have.
TARGET = $(DESTDIR)$(PREFIX)
VERSION := $(shell sed -n 's/.*current = "\(.*\)".*/\1/p' Sources/Lineament/LineamentVersion.swift)
install:
	@test -x $(READY)/lineament || { echo "error: nothing to install. Run first, not as root: make program" >&2; exit 1; }
	install -D $(READY)/lineament "$(TARGET)/bin/lineament"
	install -D -m 755 $(READY)/liblineament.so "$(TARGET)/lib/liblineament.so.0"
	ln -sf liblineament.so.0 "$(TARGET)/lib/liblineament.so"
	install -D -m 644 Sources/CLineament/include/lineament.h "$(TARGET)/include/lineament.h"
	install -d "$(TARGET)/lib/pkgconfig"
	sed 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|' Sources/CLineament/lineament.pc.in \
	  >"$(TARGET)/lib/pkgconfig/lineament.pc"
	chmod 644 "$(TARGET)/lib/pkgconfig/lineament.pc"
	for kind in lib models samples; do \
	  install -d "$(TARGET)/share/lineament/$$kind" && \
	  install -m 644 $(ASSETS)/$$kind/* "$(TARGET)/share/lineament/$$kind/" || exit 1; \
	done
	install -D -m 644 $(READY)/completion.bash "$(TARGET)/share/bash-completion/completions/lineament"
	install -D -m 644 $(READY)/completion.zsh "$(TARGET)/share/zsh/site-functions/_lineament"
	install -D -m 644 $(READY)/completion.fish "$(TARGET)/share/fish/vendor_completions.d/lineament.fish"
	install -D -m 644 $(READY)/lineament.1 "$(TARGET)/share/man/man1/lineament.1"

# The runtime and models stay if they are in the folder that all of the user's programs search.
uninstall:
	cd "$(TARGET)" && rm -f bin/lineament lib/liblineament.so lib/liblineament.so.0 include/lineament.h \
	  lib/pkgconfig/lineament.pc share/man/man1/lineament.1 share/bash-completion/completions/lineament \
	  share/zsh/site-functions/_lineament share/fish/vendor_completions.d/lineament.fish
	@if [ "$(TARGET)/share" -ef "$${XDG_DATA_HOME:-$$HOME/.local/share}" ]; then \
	  echo "Kept $(TARGET)/share/lineament, which other programs may use. To remove it: rm -r $(TARGET)/share/lineament"; \
	else \
	  rm -rf "$(TARGET)/share/lineament"; \
	fi

# The release: an archive that runs where there is no Swift, and a Debian package, both from `make program`.
# Packing takes two minutes; XZ_LEVEL=1 ZSTD_LEVEL=3 make it short.
DIST := .build-program/dist
dist: program
	@test -f $(ASSETS)/models/yunet.tflite || echo "warning: the release lacks the model of small faces (yunet)" >&2
	rm -rf $(DIST)
	bash Scripts/make_archive.sh $(DIST)
	bash Scripts/make_deb.sh $(DIST)

# Installs, runs and removes both in bare Debian systems. Needs root, debootstrap and lintian.
SUITES ?= bookworm trixie
test-release:
	lintian --fail-on error $(DIST)/lineament_*.deb
	bash Scripts/test_release.sh $(DIST) $(SUITES)

# Arrow and Ray, in an environment of their own.
test-arrow: wheel
	bash Scripts/test_arrow.sh .build-program/wheel

# The tests of the Python package and the program in C, with the address sanitizer in the library.
SANITIZER = $$(clang -print-file-name=libclang_rt.asan-$$(uname -m).so)
sanitize-python: wheel
	swift build $(ADDRESS) --product LineamentC --scratch-path .build-address
	bash Scripts/link_library.sh --address .build-address/release/libLineamentC.a .build-address/liblineament.so.0
	ln -sf liblineament.so.0 .build-address/liblineament.so
	clang -g -fsanitize=address -shared-libasan -ISources/CLineament/include Tests/Clients/CClient/main.c \
	  -o .build-address/client .build-address/liblineament.so "-Wl,-rpath,$(CURDIR)/.build-address" \
	  -Wl,-rpath,$$(dirname $(SANITIZER)) -Wl,--allow-shlib-undefined
	LINEAMENT_HOME="$(CURDIR)/$(ASSETS)" LSAN_OPTIONS="suppressions='$(CURDIR)/Scripts/leaks.supp':print_suppressions=0" \
	  .build-address/client $(ASSETS)/samples/astronaut.png $(ASSETS)/models/face_landmarker.task
	LINEAMENT_LIBRARY="$(CURDIR)/.build-address/liblineament.so.0" LD_PRELOAD_OF_TESTS=$(SANITIZER) \
	  bash Scripts/test_python.sh .build-program/wheel

# libFuzzer with the address sanitizer over everything that reads bytes from outside, $(SECONDS) for each target. Inputs
# that reach new code stay in .build-fuzz/corpus; one that breaks something is left in .build-fuzz. Unused code is kept,
# as the linker would otherwise drop the counters of the coverage.
SECONDS ?= 60
FUZZ_TARGETS ?= images orientation videos bundles models json
fuzz: setup
	LINEAMENT_FUZZ=1 swift build -c release --sanitize address --sanitize fuzzer --disable-dead-strip \
	  -Xswiftc -enable-testing --scratch-path .build-fuzz --product Fuzz
	for target in $(FUZZ_TARGETS); do \
	  echo "fuzzing $$target"; corpus=.build-fuzz/corpus/$$target; mkdir -p $$corpus; \
	  LINEAMENT_FUZZ_TARGET=$$target LINEAMENT_FUZZ_SEEDS=$$corpus SWIFT_BACKTRACE=enable=no \
	    LSAN_OPTIONS="suppressions='$(CURDIR)/Scripts/leaks.supp'" \
	    .build-fuzz/release/Fuzz $$corpus -max_total_time=$(SECONDS) -timeout=20 -rss_limit_mb=2048 \
	    -max_len=300000 -artifact_prefix=.build-fuzz/$$target- >.build-fuzz/$$target.log 2>&1 || \
	    { tail -n 40 .build-fuzz/$$target.log; exit 1; }; \
	  tail -n 1 .build-fuzz/$$target.log; \
	done

# Hours of the same work in one process, which must not grow. SCALE=100 takes three minutes.
SCALE ?= 1
soak: setup
	swift build $(FLAGS) --product Soak
	for work in "sessions 100000" "photos 100000" "people 100000" "frames 1000000"; do \
	  set -- $$work; .build/release/Soak $$1 $$(($$2 / $(SCALE))) || exit 1; \
	done

# An optimized build with the address sanitizer, with undefined behavior of the C code as a trap, over the unit tests, and a
# debug build with the thread sanitizer over the tests of what is concurrent; both check exclusive access. Other suites:
# TESTS='...'.
CHECKED := -Xswiftc -enforce-exclusivity=checked
# Warns of expressions that take long to type-check, which other compilers may give up on.
SLOW := -Xswiftc -Xfrontend -Xswiftc -warn-long-expression-type-checking=300
ADDRESS := $(TESTABLE) --sanitize address -Xcc -fsanitize=undefined -Xcc -fsanitize-trap=undefined $(CHECKED) $(SLOW)
TESTS ?= LiteRTTests|LineamentTests|LineamentImagesTests|LineamentVideoTests|LineamentRenderTests|BrokenFilesTests
CONCURRENT := Stream|Executor|Crossing|Deadline|PoseTests|TaskTests|manyThreads|UntrustedSource|RuntimeTests
THREAD := --sanitize thread $(CHECKED)

sanitize sanitize-build: export LINEAMENT_SANITIZE = 1
sanitize-build: setup
	swift build $(ADDRESS) --scratch-path .build-address --product LineamentPackageTests
	swift build $(THREAD) --scratch-path .build-thread --product LineamentPackageTests
sanitize: sanitize-build
	LSAN_OPTIONS="suppressions='$(CURDIR)/Scripts/leaks.supp'" \
	  bash Scripts/list_failures.sh swift test $(ADDRESS) --scratch-path .build-address --skip-build --filter '$(TESTS)'
	bash Scripts/list_failures.sh swift test $(THREAD) --scratch-path .build-thread --skip-build --filter '$(CONCURRENT)'

# What is written in C, and a model, on an emulated ARM64 processor; installs a cross compiler and the emulator.
test-arm64-kernels: setup
	bash Scripts/test_arm64_kernels.sh

# The release for ARM64, .build-arm64/dist, built on another machine with Debian unstable's compiler. Needs root and 6 GB.
dist-arm64: build
	bash Scripts/dist_arm64.sh $(PROGRAM)

# That release and the quick tests on an emulated processor. Takes an hour, 9 GB and root; for some parts: PARTS='program client'.
PARTS ?= program client release tests
test-arm64: dist-arm64
	bash Scripts/test_arm64.sh $(PROGRAM) $(PARTS)

clean:
	rm -rf .build .build-address .build-arm64 .build-thread .build-address-server .build-fuzz .build-program .build-clients \
	  .build-documentation .build-mediapipe .build-processors $(DEMO)
