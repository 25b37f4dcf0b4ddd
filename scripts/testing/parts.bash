# For scripts/test: the parts of the tests, a function each. Sourced after running.bash, with `results`, `server`, `sanitizer`,
# `build` and `kills_only` as they were asked for.

lint() {
    run lint 5 swift format lint --strict -r Package.swift Sources Tests
    report lint 0 0 'error:|warning:'
}

files() {
    local folder
    for folder in Tests/Translations Tests/Data; do
        run "files ${folder#*/}" 5 /usr/bin/python3 -m unittest discover -v -s "$folder"
        report_python "files (${folder#*/})"
    done
}

# The tests and the executables that they start.
build() {
    echo "building (the first time takes some minutes)"
    run build 60 swift build "${build[@]}" --build-tests
    ((status == 0)) || report build 0 0 'error:'
    ((status == 0))
}

units() {
    test=(env GTK_A11Y=none Tests/Desktop/session swift test "${build[@]}" --skip-build --no-parallel)

    # Side by side, as these mostly compute and those mostly wait; a sanitizer leaves no core for that.
    local events=$results/units-swift-testing.events
    : >"$events"
    begin "units swift-testing" 40 "${test[@]}" --disable-xctest --event-stream-output-path "$events"
    local testing=("$child" "$log")
    [[ ! $sanitizer ]] || wait "$child" || true
    # Two package managers that begin at once find the build's database locked; once it runs tests it has left that.
    while [[ ! -s $events ]] && kill -0 "$child" 2>/dev/null; do sleep 0.2; done
    # The keyring's tests close the bus that a process has once and for all: they need one of their own.
    begin_xctest "widgets and loop" --skip KeyringTests
    local widgets=("$child" "$log")
    # Swift Testing is done first. What the widgets leave of the machine from then on goes into the next build.
    wait "${testing[0]}" || true
    if needs_release; then build_release || true; fi
    finish_xctest "widgets and loop" "${widgets[@]}"
    begin_xctest keyring --filter KeyringTests
    finish_xctest keyring "$child" "$log"

    # Counted by their events, since arguments of tests stand in the log as they are, line breaks included. The names of
    # tests end with a place in a file, those of suites do not.
    finish "${testing[@]}"
    report_sanitizer
    local place='"testID":"[^"]*\.swift:[0-9]+:[0-9]+"'
    report_tests "units (Swift Testing)" "$(count "$events" "\"kind\":\"testStarted\".*$place")" \
        "$(count "$events" "\"kind\":\"testEnded\".*\"symbol\":\"pass.*$place")" '^✘|Fatal error'
}

# Fails what a sanitizer has something to say about, with its own words.
report_sanitizer() {
    [[ $sanitizer ]] || return 0
    local reports
    # GLib leaves its first table of quarks behind when it makes a larger one, for who may still read it.
    reports=$(($(count "$log" '(ERROR|WARNING): (Address|Thread)Sanitizer') + $(count "$log" '^Direct leak of')
        - $(count "$log" '^Direct leak of 16384 byte\(s\) in 1 object')))
    ((reports > 0)) || return 0
    failed_in_total=$((failed_in_total + reports))
    echo "$reports reports of the sanitizer; all are in ${log#"$PWD/"}:"
    grep -a -E '^Direct leak of|(ERROR|WARNING): (Address|Thread)Sanitizer' "$log" | cut -c1-200 | head -20
}

# begin_xctest NAME SELECTION...: starts the tests that need the process's main thread; sets `log` and `child`.
begin_xctest() {
    begin "units $1" 40 "${test[@]}" --disable-swift-testing "${@:2}"
}

# finish_xctest NAME CHILD LOG: waits for them, and reports.
finish_xctest() {
    local name=$1 started skipped
    finish "$2" "$3"
    report_sanitizer
    # Each complaint of a library counts as a test that failed, but for the one that MainLoopTest.swift explains.
    started=$(($(count "$log" "^Test Case '.*' started") + $(count "$log" '-(WARNING|CRITICAL) \*\*:')
        - $(count "$log" 'libsoup-CRITICAL \*\*:.* async_send_request_return_result: ')))
    skipped=$(count "$log" "^Test Case '.*' skipped")
    skipped_in_total=$((skipped_in_total + skipped))
    report_tests "units (XCTest, $name)" $((started - skipped)) "$(count "$log" "^Test Case '.*' passed")" \
        ': error:|Fatal error|-(WARNING|CRITICAL) \*\*:'
}

# With the demo server in moments; with another one it takes minutes, and what it tells is for whoever waits.
conformance() {
    if ((${#server[@]} == 0)); then
        run conformance 10 /usr/bin/python3 Tests/Conformance/conformance.py
        report_python conformance
        run "conformance script" 5 /usr/bin/python3 -m unittest discover -v -s Tests/Conformance
        report_python "conformance (script)"
    else
        log=$results/conformance.log
        # An interrupt is its own to handle: it deletes what it made before it ends.
        /usr/bin/python3 -u Tests/Conformance/conformance.py "${server[@]}" &> >(tee -i "$log") </dev/null &
        local child=$!
        trap 'kill -TERM "$child" 2>/dev/null || true' INT TERM
        while kill -0 "$child" 2>/dev/null; do
            status=0
            wait "$child" || status=$?
        done
        trap - INT TERM
        report_python conformance
    fi
}

# Each file of tests in a session of its own, and two at a time: the program that people use mostly waits, while one for
# debugging takes a whole core.
desktop() {
    local files
    build_release || return 0
    mapfile -t files < <(cd Tests/Desktop && printf '%s\n' test_*.py | sed 's/\.py$//')
    rm -rf "$results/desktop"
    run desktop 45 "${released[@]}" CAMEO_TEST_RESULTS="$results/desktop" Tests/Desktop/in_sessions 2 "${files[@]}"
    report_python desktop
}

# Whether a part that was asked for uses the program as it is built for people.
needs_release() {
    asked desktop || asked kills || asked hostile
}

# In front of a command: lets it find the executables of `build_release`.
released=(env "CAMEO_EXECUTABLES=$PWD/.build-release/release")

# The whole program is tried on a build for release: one for debugging starts, and decodes pictures, many times slower.
build_release() {
    local product
    if [[ -z ${built_release-} ]]; then
        echo "building for release"
        built_release=yes
        for product in cameo cameo-demo-server; do
            # Tests may run meanwhile.
            run build-release 45 nice swift build --configuration release --static-swift-stdlib \
                --build-path .build-release --product "$product"
            ((status == 0)) || {
                report build-release 0 0 'error:'
                built_release=no
                break
            }
        done
    fi
    [[ $built_release == yes ]]
}

hostile() {
    build_release || return 0
    run hostile 40 "${released[@]}" CAMEO_HOSTILE=all CAMEO_TEST_RESULTS="$results/hostile" \
        Tests/Desktop/session /usr/bin/python3 -m unittest discover -v -s Tests/Desktop -p test_hostile.py
    report_python hostile
}

# Each test in a session of its own, all at once: most of the time goes into waiting.
kills() {
    build_release || return 0
    local kinds=()
    [[ ${kills_only-} == files ]] || kinds+=(test_edit_kills.EditKillTest)
    # A sign-in has the most calls, so two processes share them.
    [[ ${kills_only-} == edits ]] || kinds+=(
        test_kills.KillTest.test_a_{log_out_that_began_comes_to_its_end,refresh_loses_nothing}
        test_kills.KillTest.test_a_sign_in_is_whole_or_was_not@{1,2}of2)
    run kills 60 "${released[@]}" CAMEO_KILLS=all CAMEO_TEST_RESULTS="$results/kills" \
        Tests/Desktop/in_sessions "${#kinds[@]}" "${kinds[@]}"
    grep -a -E "calls that change a file|kills, " "$log" | sed -E "s/.*test_(a_)?([a-z_]+):/    \\2:/" || true
    report_python kills
}
