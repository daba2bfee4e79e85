import { useRef } from 'react';

import type { Task } from '#contract/index';

import { Icon } from '~/components/icon';

const known = [
  { stage: 'waiting', label: 'Waiting in the queue' },
  { stage: 'reading', label: 'Read the file' },
  { stage: 'detecting', label: 'Find the faces' },
  { stage: 'swapping', label: 'Swap' },
  { stage: 'writing', label: 'Label and store' },
];

interface ShownStage {
  stage: string;
  label: string;
  state?: 'done' | 'now';
}

/**
 * Unknown stages follow the last known one; stages before the current one are done.
 * @param reported by appearance, the current one last
 */
export function stagesOf(reported: readonly string[]): ShownStage[] {
  const stages = [...known];
  let now = 0;
  for (const stage of reported) {
    const at = stages.findIndex((one) => one.stage === stage);
    if (at >= 0) now = at;
    else stages.splice(++now, 0, { stage, label: stage.charAt(0).toUpperCase() + stage.slice(1) });
  }
  return stages.map((one, index) => ({ ...one, state: index < now ? 'done' : index === now ? 'now' : undefined }));
}

export function Stages({ task }: { task: Task }) {
  const reported = useRef<string[]>([]);
  const stage = task.status === 'queued' ? 'waiting' : task.stage;
  if (reported.current.at(-1) !== stage) reported.current = [...reported.current, stage];
  return (
    <ol className="stages">
      {stagesOf(reported.current).map(({ stage, label, state }) => (
        <li key={stage} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
          <i>{state === 'done' ? <Icon name="check" size={16} /> : null}</i>
          <span>{label}</span>
        </li>
      ))}
    </ol>
  );
}
