import { formatTable } from '#tests/bench/table';

import type { Observations } from './client';
import { faultNames, type FaultKind } from './plan';

export interface Episode {
  /** Of faults at the same time. */
  kinds: FaultKind[];
  /** Milliseconds since 1970: from the fault until every role works again. */
  from: number;
  to: number;
  recoveryMs: number;
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

export function tableOf(episodes: Episode[], { requests, failures, slowest }: Observations): string {
  const rows = (Object.keys(faultNames) as FaultKind[]).map((kind) => {
    const ours = episodes.filter(({ kinds }) => kinds.includes(kind));
    const isDuring = (at: number) => ours.some(({ from, to }) => at >= from && at <= to);
    const during = failures.filter(({ at }) => isDuring(at));
    const count = (how: string) => String(during.filter((failure) => failure.how === how).length);
    const sent = requests.filter(isDuring).length;
    const longest = Math.max(0, ...slowest.filter(({ at }) => isDuring(at)).map(({ ms }) => ms));
    const recovery = Math.max(0, ...ours.map(({ recoveryMs }) => recoveryMs));
    return [
      ...[faultNames[kind], String(ours.length), String(sent)],
      ...['503', '429', 'lost', 'silent'].map(count),
      ...[seconds(longest), seconds(recovery)],
    ];
  });
  const columns = ['fault', 'count', 'requests', '503', '429', 'lost', 'silent', 'longest request', 'longest recovery'];
  return formatTable({ title: 'Faults, and what clients saw of each attempt', columns, rows });
}
