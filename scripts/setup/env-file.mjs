import { parseEnv } from 'node:util';

const ASSIGNMENT = /^\s*(?:export\s+)?([A-Za-z_][\w.-]*)\s*=\s*(.*)$/;
const BLANK = /^\s*(#|$)/;
/** Has a mark that base64 lacks, so that no line of a key is taken for one. */
const SETTING = /^(PORT|[A-Z\d]+_[A-Z\d_]+)=/;
/** Before the first one. */
const HASH_IN_VALUE = /^[^#]*[^\s#]#/;

/**
 * Node skips lines that it cannot read, and with them the next setting: here the other settings remain.
 * @returns {{ settings: NodeJS.Dict<string>, faults: string[] }} a sentence for each line that cannot be read
 */
export function readEnvFile(bytes) {
  if (bytes.includes(0)) return { settings: {}, faults: ['.env is in UTF-16. Save it as UTF-8.'] };
  const lines = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .split('\n');
  const faults = [];
  for (let at = 0; at < lines.length; at++) {
    const { end, fault } = readAssignment(lines, at);
    if (fault) {
      faults.push(`.env, line ${at + 1}: ${fault}`);
      lines.fill('', at, end + 1);
    }
    at = end;
  }
  return { settings: parseEnv(lines.join('\n')), faults };
}

/** @returns {{ end: number, fault?: string }} `end`: its last line */
function readAssignment(lines, at) {
  if (BLANK.test(lines[at])) return { end: at };
  const [, name, value] = ASSIGNMENT.exec(lines[at]) ?? [];
  if (!name) return { end: at, fault: `"${lines[at].trim().slice(0, 40)}" is not NAME=value.` };
  const [quote] = /^["'`]/.exec(value) ?? [];
  if (!quote && HASH_IN_VALUE.test(value))
    return { end: at, fault: `the # in the value of ${name} begins a comment. Put the value in quotes.` };
  if (!quote || value.includes(quote, 1)) return { end: at };
  const next = lines.findIndex((line, index) => index > at && SETTING.test(line));
  const last = (next < 0 ? lines.length : next) - 1;
  const end = lines.findIndex((line, index) => index > at && index <= last && line.includes(quote));
  return end > 0 ? { end } : { end: last, fault: `the quote at the beginning of ${name} is not closed.` };
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
