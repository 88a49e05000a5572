#!/bin/sh
# Makes the protected PDFs of this folder. README.md says what they are.
set -eu
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

# source NAME CATALOG OBJECT: a PDF of one page and metadata. Its cross-reference table is left to qpdf.
source() {
  cat >"$folder/$1.pdf" <<END
%PDF-1.7
1 0 obj << /Type /Catalog /Pages 2 0 R /Metadata 6 0 R $2 >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 5 0 R >> endobj
4 0 obj $3 endobj
5 0 obj << /Length 30 >>
stream
BT (A statement of account) Tj ET
endstream
endobj
6 0 obj << /Type /Metadata /Subtype /XML /Length 12 >>
stream
<x>Title</x>
endstream
endobj
7 0 obj << /Type /Filespec /F (a.txt) /EF << /F 5 0 R >> >> endobj
trailer << /Size 9 /Root 1 0 R /Info 8 0 R >>
8 0 obj << /Title (Statement) >> endobj
%%EOF
END
}
source plain '/Lang (en)' '<< >>'
source place '/OpenAction 4 0 R' '<< /S /GoTo /D [3 0 R /Fit] >>'
source script '/OpenAction 4 0 R' '<< /S /JavaScript /JS (app.alert\(1\)) >>'
source embedded '/Names << /Held 7 0 R >>' '<< >>'
source launch '/Held 4 0 R' '<< /S /Launch /F (cmd.exe) >>'

# protect METHOD SOURCE TARGET PASSWORD STREAMS [OPTION]
protect() {
  case $1 in
    rc4-40) set -- "$2" "$3" "$4" "$5" 40 --print=n ;;
    rc4-128) set -- "$2" "$3" "$4" "$5" 128 --print=none --use-aes=n ;;
    rc4-v4) set -- "$2" "$3" "$4" "$5" 128 --print=none --use-aes=n --force-V4 ${6-} ;;
    aes-128) set -- "$2" "$3" "$4" "$5" 128 --print=none --use-aes=y ${6-} ;;
    aes-r5) set -- "$2" "$3" "$4" "$5" 256 --print=none --force-R5 ${6-} ;;
    aes-256) set -- "$2" "$3" "$4" "$5" 256 --print=none ${6-} ;;
  esac
  from=$1 target=$2 password=$3 streams=$4
  shift 4
  qpdf --allow-weak-crypto --warning-exit-0 --no-warn --object-streams="$streams" \
    --encrypt "$password" owner "$@" -- "$folder/$from.pdf" "$target.pdf"
}

for method in rc4-40 rc4-128 rc4-v4 aes-128 aes-r5 aes-256; do
  protect $method plain $method-password secret generate
  for content in plain place script embedded launch; do
    protect $method $content $method-$content-packed '' generate
    protect $method $content $method-$content-loose '' disable
  done
done
for method in rc4-v4 aes-128 aes-r5 aes-256; do
  protect $method plain $method-cleartext-packed '' generate --cleartext-metadata
done
