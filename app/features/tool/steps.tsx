import { Link } from '@remix-run/react';

import { Icon } from '~/components/icon';

const allSteps = ['Upload', 'Trim', 'Faces', 'Swap', 'Result'] as const;
type Step = (typeof allSteps)[number];

interface Props {
  title: string;
  detail?: string;
  now: Step;
  links?: Partial<Record<Step, string>>;
  isMoving?: boolean;
}

export function ToolHeader({ title, detail, now, links = {}, isMoving = false }: Props) {
  const steps = allSteps.filter((step) => isMoving || step !== 'Trim');
  const current = steps.indexOf(now);
  return (
    <div className="tool__top">
      <div className="min-w-0 grow sm:basis-32">
        <h1 className="t-page truncate" dir="auto">
          {title}
        </h1>
        {detail ? <p className="small faint truncate tabular-nums">{detail}</p> : null}
      </div>
      <ol className="steps" aria-label="Steps">
        {steps.map((step, index) => {
          if (index === current) {
            return (
              <li key={step} aria-current="step">
                <span>{step}</span>
              </li>
            );
          }
          const isDone = index < current;
          const link = isDone ? links[step] : undefined;
          const label = (
            <>
              {isDone ? <Icon name="check" size={16} /> : null}
              <span className={isDone ? 'max-sm:sr-only' : ''}>{step}</span>
            </>
          );
          return (
            <li key={step} data-done={isDone || undefined}>
              {link ? <Link to={link}>{label}</Link> : label}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
