import { Note } from '~/components/note';

import type { Checked } from './verify-action.server';
import { verdictText } from './verdict-text';

export function Verdict({ name, report }: Checked) {
  const { kind, title, words } = verdictText(report);
  const actions = report.actions ?? [];
  return (
    <section className="verdict" aria-labelledby="verdict" role="status">
      <Note kind={kind} icon={report.verdict === 'ours' ? 'check' : undefined}>
        <h2 className="t-card" id="verdict">
          {title}
        </h2>
        <p>{words}</p>
      </Note>
      <dl className="verdict__facts">
        <dt>File</dt>
        <dd>{name}</dd>
        {report.signer ? (
          <>
            <dt>Signed by</dt>
            <dd>{report.signer}</dd>
          </>
        ) : null}
        {actions.length > 0 ? (
          <>
            <dt>What was done</dt>
            <dd>
              <ol>
                {actions.map((action, index) => (
                  <li key={index}>{action}</li>
                ))}
              </ol>
            </dd>
          </>
        ) : null}
      </dl>
    </section>
  );
}
