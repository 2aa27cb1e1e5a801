#!/bin/sh
# Instructions a hand of every question `counts` knows, the loop over the hands included.
set -eu
command -v valgrind >/dev/null || { echo "valgrind is not on PATH: nothing is counted"; exit 0; }
hands=20000
count() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect='*counts::measured*' \
    "$1" "$2" "$3" "$hands" 2>&1 | sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}
printf '%-22s%10s%11s\n' 'instructions a hand' uniform clustered
"$1" list | while read -r question; do
  uniform=$(count "$1" "$question" uniform)
  clustered=$(count "$1" "$question" clustered)
  printf '  %-20s%10s%11s\n' "$question" $((uniform / hands)) $((clustered / hands))
done
