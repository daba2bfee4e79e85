import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withBoundImports } from './bind-imports';

test('named imports of the project become constants on their lines', () => {
  const code = 'import { ramp, median as middle } from "./curves";\nexport const half = () => middle(ramp);\n';
  const bound =
    'import * as __module_0 from "./curves"; const { ramp, median : middle } = __module_0;\n' +
    'export const half = () => middle(ramp);\n';
  expect(withBoundImports(code)).toBe(bound);
});

test('each import has a module of its own, and lines stay', () => {
  const code = 'import {\n  a,\n  b\n} from "#engine/ops";\nimport { c } from "../c";';
  const bound = withBoundImports(code);
  expect(bound).toMatch(/__module_0 from "#engine\/ops".*__module_1 from "..\/c"/s);
  expect(bound.split('\n')).toHaveLength(code.split('\n').length);
});

test('packages, whole modules and effects are left alone', () => {
  const code =
    'import { readFile } from "node:fs/promises";\nimport sharp from "sharp";\nimport * as c from "./c";\nimport "./d";';
  expect(withBoundImports(code)).toBe(code);
});

test('the engine exports no variable that may change: constants would keep its first value', () => {
  const files = readdirSync('engine', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(100);
  const changing = /^export (let|var)\b/m;
  expect(files.filter((file) => changing.test(readFileSync(`engine/${file}`, 'utf8')))).toEqual([]);
});
