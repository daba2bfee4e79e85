import { useEffect, useState } from 'react';

import { faceConsentText } from '#contract/consents';
import { faceNameLength } from '#contract/rules';

import { Check, Field } from '~/components/field';
import { Note } from '~/components/note';
import type { FormState } from '~/lib/form-state';
import type { FilesFault } from '~/lib/use-readable-files';

import { ReviewLink } from '~/features/account/review-link';

import { PhotoPicker } from './photo-picker';

interface Props extends Partial<FilesFault> {
  refused?: FormState;
  photo?: File;
  isSending?: boolean;
}

/** An error disappears when its field changes, and while the form is sent. */
export function FaceFields({ refused, photo, isSending, fault, clearFault }: Props) {
  const [corrected, setCorrected] = useState<{ of?: FormState; names: string[] }>({ names: [] });
  const names = corrected.of === refused ? corrected.names : [];
  const correct = (name: string) => setCorrected({ of: refused, names: [...names, name] });
  const errorOf = (name: string) => (isSending || names.includes(name) ? undefined : refused?.fields[name]);
  return (
    <>
      {refused?.message && !isSending && names.length === 0 ? (
        <>
          <Note kind="error">{refused.message}</Note>
          <ReviewLink message={refused.message} />
        </>
      ) : null}
      <Field
        label={
          <>
            Name <span className="faint">(optional, only for you)</span>
          </>
        }
        name="name"
        maxLength={faceNameLength}
        autoComplete="off"
        defaultValue={refused?.values.name}
        error={errorOf('name')}
        onChange={() => correct('name')}
      />
      <PhotoPicker
        initial={photo}
        error={fault ?? errorOf('photo')}
        isRefused={refused !== undefined}
        onChoose={() => {
          clearFault?.();
          correct('photo');
        }}
      />
      <Check name="consent" value="true" error={errorOf('consent')} onChange={() => correct('consent')}>
        {faceConsentText}
      </Check>
      <SendingWords isSending={isSending} />
    </>
  );
}

const words = [
  { afterMs: 0, text: 'Sending the photo…' },
  { afterMs: 1_500, text: 'Looking for faces in it…' },
  { afterMs: 12_000, text: 'Still looking. It takes longer when the site is busy.' },
];

function SendingWords({ isSending }: { isSending?: boolean }) {
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (!isSending) return;
    const timers = words.map(({ afterMs }, index) => setTimeout(() => setStep(index), afterMs));
    return () => timers.forEach(clearTimeout);
  }, [isSending]);
  return (
    <p className="small muted" role="status">
      {isSending ? words[step]!.text : ''}
    </p>
  );
}
