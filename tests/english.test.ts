import { readdirSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { unclearWords } from '#tests/support/unclear-words';

const folders = [
  ...['app', 'backend', 'contract', 'deploy', 'docs', 'engine', 'http', 'scripts', 'shared', 'tests', 'tools'],
  ...['.github'],
];
const texts = /\.(?:ts|tsx|js|mjs|md|css|ya?ml)$/;
/** They quote the words. */
const exempt = ['docs/style.md', 'tests/support/unclear-words.ts', 'tests/english.test.ts'];

const files = [
  ...readdirSync('.').filter((name) => texts.test(name)),
  ...folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => texts.test(name) && !/(^|\/)node_modules\//.test(name))
      .map((name) => `${folder}/${name}`),
  ),
]
  .filter((file) => !exempt.includes(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

/** Unquoted whole words in any case; phrases may cross comment lines. */
const patternOf = (words: string) => new RegExp(`(?<![\\w'"\`])${words.replaceAll(' ', '[\\s/*]+')}(?!\\w)`, 'gi');

function placesOf(words: string, except: readonly string[]): string[] {
  const searched = files.filter(({ file }) => !except.some((folder) => file.startsWith(`${folder}/`)));
  return searched.flatMap(({ file, text }) =>
    [...text.matchAll(patternOf(words))].map(({ index }) => `${file}:${text.slice(0, index).split('\n').length}`),
  );
}

test.each(unclearWords.map(({ words, write, except }) => [words, write, except ?? []] as const))(
  'no file says "%s"; write "%s"',
  (words, _write, except) => {
    expect(placesOf(words, except)).toEqual([]);
  },
);

test('a phrase is found across the lines of a comment', () => {
  expect('// It has closed\n  // its ear.').toMatch(patternOf('closed its ear'));
  expect('// It has enclosed its early end.').not.toMatch(patternOf('closed its ear'));
});
