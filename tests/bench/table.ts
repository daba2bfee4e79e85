export interface Table {
  title: string;
  columns: string[];
  rows: string[][];
}

export function formatTable({ title, columns, rows }: Table): string {
  const widths = columns.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column].length)));
  const line = (cells: string[]) =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join('   ');
  const rule = widths.map((width) => '─'.repeat(width)).join('───');
  return [title, rule, line(columns), rule, ...rows.map(line), ''].join('\n');
}

export const ratio = (value: number, reference: number) => `${(value / reference).toFixed(2)} ×`;
