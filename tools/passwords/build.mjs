// Writes backend/data/common-passwords.bin from a list with one password a line, the most common first:
//   node tools/passwords/build.mjs 10_million_password_list_top_1M.txt
// The file: of the 200,000 most common passwords of 8 and more characters, the first 32 bits of the SHA-256 of each in
// lower case, sorted, big-endian. A password that is not in the list is refused with a probability of 1 in 21,000.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const count = 200_000;
const [list] = process.argv.slice(2);
if (!list) {
  console.error('Name the list of passwords: node tools/passwords/build.mjs FILE');
  process.exit(2);
}
const passwords = new Set();
for (const line of readFileSync(list, 'utf8').split('\n')) {
  const password = line.trim().normalize('NFKC').toLowerCase();
  if (password.length >= 8) passwords.add(password);
  if (passwords.size === count) break;
}
const hashes = [...passwords].map((password) => createHash('sha256').update(password).digest().readUInt32BE());
const file = Buffer.alloc(hashes.length * 4);
hashes.sort((a, b) => a - b).forEach((hash, index) => file.writeUInt32BE(hash, index * 4));
writeFileSync(new URL('../../backend/data/common-passwords.bin', import.meta.url), file);
