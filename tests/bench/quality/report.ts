import type { Table } from '#tests/bench/table';
import { figureKeys, figures, goalOf, meets, type Column, type Figure, type FigureKey } from './figures';

export function tableOf(title: string, columns: readonly Column[]): Table {
  const used = figureKeys.filter((key) => columns.some(({ measured }) => measured[key] !== undefined));
  return {
    title,
    columns: ['', ...columns.map(({ name }) => name), 'goal'],
    rows: [
      ['measured', ...columns.map(({ count }) => String(count)), ''],
      ...used.map((key) => [
        figures[key].title,
        ...columns.map(({ measured }) => cellOf(key, measured[key])),
        goalOf(key),
      ]),
    ],
  };
}

function cellOf(key: FigureKey, value: number | undefined): string {
  if (value === undefined) return '';
  const { digits, goal }: Figure = figures[key];
  return `${value.toFixed(digits)} ${goal ? (meets(key, value) ? '✓' : '✗') : ' '}`;
}

export function markdownOf({ columns, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.trim()).join(' | ')} |`;
  const rule = columns.map((_, column) => (column === 0 ? '---' : '--:'));
  return [line(columns), line(rule), ...rows.map(line)].join('\n');
}

export function missed(columns: readonly Column[]): string[] {
  return columns.flatMap(({ name, measured }) =>
    judged(measured)
      .filter(({ key, value }) => !meets(key, value))
      .map(({ key, value }) => {
        const { title, digits } = figures[key];
        return `${name}: ${title} ${value.toFixed(digits)} (goal ${goalOf(key)})`;
      }),
  );
}

export function totalOf(columns: readonly Column[]): string {
  const all = columns.reduce((sum, { measured }) => sum + judged(measured).length, 0);
  const misses = missed(columns);
  return [`${all - misses.length} of ${all} goals met`, ...misses.map((miss) => `  missed: ${miss}`)].join('\n');
}

function judged(measured: Column['measured']): { key: FigureKey; value: number }[] {
  return figureKeys.flatMap((key) => {
    const value = measured[key];
    return value === undefined || !(figures[key] as Figure).goal ? [] : [{ key, value }];
  });
}
