import { parseEnv } from 'node:util';

import { SetupFailure } from './failure.mjs';

const ASSIGNMENT = /^\s*(?:export\s+)?([A-Za-z_][\w.-]*)\s*=\s*(.*)$/;
const BLANK = /^\s*(#|$)/;
/** Has a mark that base64 lacks, so that no line of a key is taken for one. */
const SETTING = /^(PORT|[A-Z\d]+_[A-Z\d_]+)=/;
/** Before the first one. */
const HASH_IN_VALUE = /^[^#]*[^\s#]#/;

/** Node skips lines that it cannot read, and with them the next setting. @throws SetupFailure that names the line */
export function readEnvFile(bytes) {
  if (bytes.includes(0)) throw new SetupFailure('.env is in UTF-16. Save it as UTF-8.');
  const text = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n');
  assertReadable(text.split('\n'));
  return parseEnv(text);
}

function assertReadable(lines) {
  for (let at = 0; at < lines.length; at++) {
    const fault = (message) => new SetupFailure(`.env, line ${at + 1}: ${message}`);
    if (BLANK.test(lines[at])) continue;
    const [, name, value] = ASSIGNMENT.exec(lines[at]) ?? [];
    if (!name) throw fault(`"${lines[at].trim().slice(0, 40)}" is not NAME=value.`);
    const [quote] = /^["'`]/.exec(value) ?? [];
    if (!quote && HASH_IN_VALUE.test(value)) {
      throw fault(`the # in the value of ${name} begins a comment. Put the value in quotes.`);
    }
    if (!quote || value.includes(quote, 1)) continue;
    const end = lines.findIndex((line, index) => index > at && line.includes(quote));
    const isClosed = end > 0 && !lines.slice(at + 1, end + 1).some((line) => SETTING.test(line));
    if (!isClosed) throw fault(`the quote at the beginning of ${name} is not closed.`);
    at = end;
  }
}

/** Of Node and npm. */
const OTHERS = /^(NODE_|npm_|DEBUG$)/;

/**
 * @param {string[]} names
 * @param {string | undefined} example `.env.example`, which a production folder lacks
 */
export function unknownSettings(names, example) {
  const known = [...(example ?? '').matchAll(/^# ([A-Z][A-Z\d_]+)=/gm)].map(([, name]) => name);
  if (known.length === 0) return [];
  const unknown = names.filter((name) => !known.includes(name) && !OTHERS.test(name));
  return unknown.map((name) => {
    const meant = known.find((other) => distance(name.toUpperCase(), other) <= 2);
    return meant ? `${name} (${meant}?)` : name;
  });
}

/** Letters to add, remove or replace. */
function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min(replaced, row[j] + 1, next[j - 1] + 1);
    }
    row = next;
  }
  return row[b.length];
}
