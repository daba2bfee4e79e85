import { Form, useNavigation } from '@remix-run/react';

import type { ModerationDecision } from '#contract/index';
import { appealLength } from '#contract/rules';

import { Button } from '~/components/button';
import { TextArea } from '~/components/field';
import { Time } from '~/components/time';
import type { FormState } from '~/lib/form-state';

const subjects: Record<ModerationDecision['subject'], string> = {
  upload: 'Upload',
  face: 'Photo of a face',
  preview: 'Preview',
  result: 'Result',
};

const states: Record<ModerationDecision['state'], { label: string; color: string }> = {
  stopped: { label: 'Stopped', color: 'orange' },
  refused: { label: 'Refused', color: 'red' },
  under_review: { label: 'Under review', color: 'orange' },
  allowed: { label: 'Allowed', color: 'green' },
  upheld: { label: 'Upheld', color: 'red' },
};

export function Strikes({ count, max }: { count: number; max: number }) {
  if (count === 0 || max === 0) return null;
  return (
    <p>
      {count === 1 ? '1 decision counts' : `${count} decisions count`} against your account: refusals, and what a person
      has upheld. With {max} in a year it is suspended.
    </p>
  );
}

interface Props {
  decisions: ModerationDecision[];
  refused?: FormState;
}

export function DecisionList({ decisions, refused }: Props) {
  return (
    <ul className="grid gap-3" aria-label="Decisions">
      {decisions.map((decision) => (
        <Decision
          key={decision.decision_id}
          decision={decision}
          refused={refused?.values.decision_id === decision.decision_id ? refused : undefined}
        />
      ))}
    </ul>
  );
}

function Decision({ decision, refused }: { decision: ModerationDecision; refused?: FormState }) {
  const { subject, name, state, reason, created_at, appeal, verdict, can_appeal } = decision;
  return (
    <li className="card grid min-w-0 gap-3 p-5">
      <div className="grid gap-1">
        <h2 className="t-card flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="break-words min-w-0">{name ? `${subjects[subject]}: ${name}` : subjects[subject]}</span>
          <span className={`badge badge--${states[state].color}`}>{states[state].label}</span>
        </h2>
        <p className="small muted">
          <Time value={created_at} withTime />. {reason}
        </p>
      </div>
      {appeal ? (
        <Said by="Your appeal" at={appeal.sent_at}>
          {appeal.text}
        </Said>
      ) : null}
      {verdict ? (
        <Said by="Verdict" at={verdict.given_at}>
          {verdict.reason}
        </Said>
      ) : null}
      <p>{nextOf(decision)}</p>
      {can_appeal ? <AppealForm decision={decision} refused={refused} /> : null}
    </li>
  );
}

function Said({ by, at, children }: { by: string; at: string; children: string }) {
  return (
    <div className="grid gap-1">
      <p className="small muted">
        {by}, <Time value={at} withTime />
      </p>
      <p className="max-w-[62ch] break-words whitespace-pre-wrap">{children}</p>
    </div>
  );
}

function nextOf({ state, outcome, picture_until }: ModerationDecision) {
  switch (state) {
    case 'stopped':
      return picture_until ? (
        <>
          A small picture is kept for a review until <Time value={picture_until} />.
        </>
      ) : (
        'The picture that was kept for a review has expired. Say what it shows.'
      );
    case 'refused':
      return 'It was deleted, and no picture is kept. A person reads your appeal, but it stays refused.';
    case 'under_review':
      return 'A person reads your appeal. The verdict comes by mail and stands here.';
    case 'allowed':
      return 'Send the same file again, or create the same swap again: it passes now.';
    case 'upheld':
      return outcome === 'refused' ? 'It stays refused.' : 'It stays stopped.';
  }
}

/** Opened by the browser itself, without script. */
function AppealForm({ decision, refused }: { decision: ModerationDecision; refused?: FormState }) {
  const { decision_id, subject, name } = decision;
  const isBusy = useNavigation().formData?.get('decision_id') === decision_id;
  return (
    <details open={refused !== undefined}>
      <summary className="link">
        Ask for a review
        <span className="sr-only"> of {name || subjects[subject]}</span>
      </summary>
      <Form method="post" className="grid max-w-[62ch] gap-4 pt-4" noValidate>
        <input type="hidden" name="decision_id" value={decision_id} />
        <TextArea
          label="Why the decision is wrong"
          name="text"
          required
          maxLength={appealLength}
          hint="You can appeal a decision once."
          defaultValue={refused?.values.text}
          error={refused?.fields.text}
        />
        <Button type="submit" look="primary" busy={isBusy} className="justify-self-start">
          Send the appeal
        </Button>
      </Form>
    </details>
  );
}
