import { toMajor } from '#backend/providers/payments/units';

/** Senders’ text could contain terminal commands. */
const printable = (text: string) => text.replace(/\r\n/g, '\n').replace(/[^\P{Cc}\n]/gu, '\uFFFD');

export function table(rows: Record<string, string | number | null>[], emptyText: string): string {
  const [first] = rows;
  if (!first) return emptyText;
  const names = Object.keys(first);
  const cells = [
    names,
    ...rows.map((row) => names.map((name) => printable(String(row[name] ?? '')).replaceAll('\n', ' '))),
  ];
  const widths = names.map((_, column) => Math.max(...cells.map((line) => line[column]!.length)));
  return cells
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function card(fields: Record<string, string | number | null | undefined>): string {
  const known = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && value !== '');
  const width = Math.max(...known.map(([name]) => name.length));
  const indent = `\n${' '.repeat(width + 2)}`;
  return known
    .map(([name, value]) => `${name.padEnd(width)}  ${printable(String(value)).replaceAll('\n', indent)}`)
    .join('\n');
}

export const money = (amount: number, currency: string) => `${toMajor({ amount, currency })} ${currency}`;

export const moment = (time: Date | null) => (time ? `${time.toISOString().slice(0, 16).replace('T', ' ')}` : null);
