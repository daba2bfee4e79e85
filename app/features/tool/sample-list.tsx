import { Form, Link, useNavigation } from '@remix-run/react';

import { Icon } from '~/components/icon';

import { useToolPage } from '~/features/tool/pages';
import { samples, type Sample } from './samples';
import { useToolPath } from '~/features/tool/tool-path';

export function SampleList({ isLoggedIn }: { isLoggedIn: boolean }) {
  return (
    <section className="mt-8 grid gap-3.5" aria-labelledby="samples">
      <h2 className="t-card" id="samples">
        {isLoggedIn ? 'No file at hand?' : 'Try it first, without an account'}
      </h2>
      {isLoggedIn ? <SampleButtons /> : <SampleLinks />}
    </section>
  );
}

function SampleButtons() {
  const { formData, state } = useNavigation();
  const page = useToolPage();
  const chosen = state === 'idle' ? null : formData?.get('sample');
  return (
    <Form method="post" className="grid gap-3 md:grid-cols-3">
      <input type="hidden" name="intent" value="sample" />
      {page.samples.map((sample) => (
        <button key={sample} className="sample" name="sample" value={sample} disabled={chosen != null}>
          <SampleCard sample={sample} isOpening={chosen === sample} />
        </button>
      ))}
    </Form>
  );
}

function SampleLinks() {
  const { location } = useNavigation();
  const page = useToolPage();
  const toolPath = useToolPath();
  return (
    <div className="grid gap-3 md:grid-cols-3">
      {page.samples.map((sample) => (
        <Link key={sample} className="sample" to={toolPath({ sample })} rel="nofollow">
          <SampleCard sample={sample} isOpening={Boolean(location?.search.includes(`sample=${sample}`))} />
        </Link>
      ))}
    </div>
  );
}

function SampleCard({ sample, isOpening }: { sample: Sample; isOpening: boolean }) {
  const { thumb, name, about } = samples[sample];
  return (
    <>
      <img src={thumb} alt="" width={72} height={72} />
      <span className="grow">
        <b className="block">{name}</b>
        <span className="small faint">{isOpening ? 'Opening…' : about}</span>
      </span>
      <Icon name="chevron-right" />
    </>
  );
}
