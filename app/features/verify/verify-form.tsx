import { Form } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';

import type { Report } from '#shared/credentials/check-file';

import { Button } from '~/components/button';
import { FileField } from '~/components/file-field';
import { Note } from '~/components/note';
import { loadCode } from '~/features/connection/load-code';
import type { FormState } from '~/lib/form-state';
import { useIsSending } from '~/lib/use-is-sending';

import type { Checked } from './verify-action.server';
import { Verdict } from './verdict';

interface Props {
  /** PEM. */
  authorities: readonly string[];
  answer: Checked | FormState | undefined;
}

/** Checks a file as soon as it is chosen, on the device; without script, the server does. */
export function VerifyForm({ authorities, answer }: Props) {
  const { check, checked, failure, isChecking } = useCheck(authorities);
  const isSending = useIsSending();
  const refused = answer && 'values' in answer ? answer : undefined;
  const message = failure ?? refused?.message;
  const shown = failure ? undefined : (checked ?? (answer && 'report' in answer ? answer : undefined));
  return (
    <>
      <Form
        method="post"
        encType="multipart/form-data"
        className="grid gap-5"
        onSubmit={(event) => {
          if (!check) return;
          event.preventDefault();
          check(chosen(event.currentTarget));
        }}
      >
        {message ? <Note kind="error">{message}</Note> : null}
        <FileField
          label="Photo or video"
          name="photo"
          required
          accept="image/jpeg,image/png,image/webp,image/gif,video/mp4"
          hint={`JPEG, PNG, WebP, GIF or MP4. ${check ? 'The file stays on your device.' : 'It is deleted once it is checked.'}`}
          error={refused?.fields.photo}
          onChange={({ currentTarget }) => check?.(currentTarget.files?.[0])}
        />
        <Button type="submit" look="primary" size="large" busy={isSending || isChecking}>
          Check the file
        </Button>
      </Form>
      {isChecking ? <p role="status">Checking the file …</p> : null}
      {shown && !isChecking ? <Verdict {...shown} /> : null}
    </>
  );
}

function chosen(form: HTMLFormElement): File | undefined {
  const file = new FormData(form).get('photo');
  return file instanceof File && file.name ? file : undefined;
}

const cannotStart = 'The check could not start. Please load the page again and choose the file once more.';
const cannotRead = 'Your device could not read this file. It may have been moved or changed: choose it again.';

/** @throws Error with a message for the user */
async function examine(file: File, authorities: readonly string[]): Promise<Report> {
  const code = loadCode(() => import('./check-in-browser.client'));
  const { checkInBrowser } = await code.catch((cause: unknown) => {
    throw new Error(cannotStart, { cause });
  });
  return checkInBrowser(file, authorities).catch((cause: unknown) => {
    throw new Error(cannotRead, { cause });
  });
}

/** `check` is absent where the browser cannot: before scripts run, and on plain http, which has no cryptography. */
function useCheck(authorities: readonly string[]) {
  const [canCheck, setCanCheck] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const [checked, setChecked] = useState<Checked>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => setCanCheck(isSecureContext), []);
  const started = useRef(0);
  const check = async (file: File | undefined) => {
    if (!file) return;
    const number = ++started.current;
    const isLatest = () => number === started.current;
    setChecking(true);
    setFailure(undefined);
    try {
      const report = await examine(file, authorities);
      if (isLatest()) setChecked({ name: file.name, report });
    } catch (error) {
      if (isLatest()) setFailure((error as Error).message);
    } finally {
      if (isLatest()) setChecking(false);
    }
  };
  return { check: canCheck ? (file: File | undefined) => void check(file) : undefined, checked, failure, isChecking };
}
