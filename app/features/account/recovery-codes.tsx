import { useEffect, useRef, useState } from 'react';

import { Button, buttonClass, ButtonLink } from '~/components/button';
import { Icon } from '~/components/icon';
import { Note } from '~/components/note';
import { paths } from '~/lib/paths';
import { useHydrated } from '~/loading/use-hydrated';

interface Props {
  codes: string[];
  /** Named in the file: people keep those of several accounts. */
  email: string;
}

/** Shown once. */
export function RecoveryCodes({ codes, email }: Props) {
  const list = useRef<HTMLOListElement>(null);
  // The page keeps its scroll position when the form is replaced by this.
  useEffect(() => {
    list.current?.scrollIntoView?.({ block: 'center' });
  }, []);
  const text = `${codes.join('\n')}\n`;
  const file = `Recovery codes of ${email} at Faceswap. Each logs you in once.\n\n${text}`;
  return (
    <div className="grid max-w-[62ch] gap-5">
      <Note icon="lock">
        These are your recovery codes. Each logs you in once, without the app. Keep them where you keep important
        papers: they are not shown again, and earlier ones no longer work.
      </Note>
      <ol ref={list} className="recovery-codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <ButtonLink look="primary" to={paths.myAccount()}>
          I have kept them
        </ButtonLink>
        <a
          className={buttonClass()}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download="faceswap-recovery-codes.txt"
        >
          <Icon name="download" />
          Download
        </a>
        <CopyCodes text={text} select={() => getSelection()?.selectAllChildren(list.current!)} />
      </div>
    </div>
  );
}

/** Browsers refuse to copy without permission, and over plain http: then the codes are selected. */
function CopyCodes({ text, select }: { text: string; select: () => void }) {
  const [outcome, setOutcome] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('Copied.');
    } catch {
      select();
      setOutcome('Selected: copy them with the keyboard.');
    }
  };
  if (!useHydrated()) return null;
  return (
    <>
      <Button type="button" onClick={() => void copy()}>
        <Icon name="copy" />
        Copy
      </Button>
      <p className="hint self-center" role="status">
        {outcome}
      </p>
    </>
  );
}
