import { Form, Link, useNavigation } from '@remix-run/react';
import { useEffect, useRef, type ComponentProps } from 'react';

import { Button, ButtonLink, buttonClass } from '~/components/button';
import { Icon } from '~/components/icon';
import { Mesh } from '~/components/mesh';
import { Note } from '~/components/note';
import { useToolPage } from '~/features/tool/pages';
import { useToolPath } from '~/features/tool/tool-path';
import type { FormState } from '~/lib/form-state';
import { paths } from '~/lib/paths';
import { useActionAnswer } from '~/lib/use-action-answer';

import { RefusedFile } from './refused-file';
import { UnfinishedUploads } from './unfinished';
import type { FileRefusal } from './upload-types';
import { useFileDrop } from './use-file-drop';

interface DropStageProps {
  isLoggedIn: boolean;
  refusal?: FileRefusal;
  onFiles: (files: File[]) => void;
  onOpen: () => void;
}

export function DropStage({ isLoggedIn, refusal, onFiles, onOpen }: DropStageProps) {
  const answer = useActionAnswer<FormState>();
  const isOver = useFileDrop(onFiles);
  const page = useToolPage();
  const message = answer?.fields.photo;
  const refused = refusal ?? (message ? { message } : undefined);
  return (
    <div className="stage drop empty" data-over={isOver || undefined} data-refused={refused ? true : undefined}>
      <i className="viewfinder viewfinder--stage" />
      <div className="empty__art" aria-hidden="true">
        <Mesh of="head" />
      </div>
      <div className="empty__text">
        <h2 className="t-section">
          <span className="needs-drop">Drop {page.subject} here</span>
          <span className="without-drop">Upload {page.subject} here</span>
        </h2>
        <p className="muted">
          {isLoggedIn ? (
            <>
              <span className="needs-drop">or paste it, or pick one from this device.</span> {page.also}
            </>
          ) : (
            `${page.description} It starts with free credits.`
          )}
        </p>
        {answer?.message ? <Note kind="error">{answer.message}</Note> : null}
        <div role="alert">
          <RefusedFile refusal={refused} onCopy={(copy) => onFiles([copy])} />
        </div>
        {isLoggedIn ? <UnfinishedUploads /> : null}
        <FilePicker isLoggedIn={isLoggedIn} onFiles={onFiles} onOpen={onOpen} />
      </div>
    </div>
  );
}

/** A plain file input without script. */
function FilePicker({ isLoggedIn, onFiles, onOpen }: Omit<DropStageProps, 'refusal'>) {
  const picker = useRef<HTMLInputElement>(null);
  const { button, accept } = useToolPage();
  const isBusy = useNavigation().state !== 'idle';
  useEffect(() => {
    // Chosen before hydration.
    onFiles([...(picker.current?.files ?? [])]);
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the page comes alive
  }, []);
  const input: ComponentProps<'input'> = {
    className: 'sr-only',
    type: 'file',
    name: 'photo',
    disabled: isBusy,
    onClick: onOpen,
    onChange: ({ currentTarget }) => {
      onFiles([...(currentTarget.files ?? [])]);
      currentTarget.value = '';
    },
  };
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      className="mt-3 grid w-full justify-items-center gap-3 md:justify-items-start"
    >
      <input type="hidden" name="intent" value="upload" />
      <div className="needs-script flex flex-wrap justify-center gap-3">
        <label className={buttonClass({ look: 'primary', size: 'large' })} aria-disabled={isBusy}>
          {button}
          <input {...input} ref={picker} accept={accept} multiple />
        </label>
        <label className={`${buttonClass({ size: 'large' })} camera`} aria-disabled={isBusy}>
          <Icon name="camera" />
          Use the camera
          <input {...input} accept={accept.includes('video/*') ? 'image/*,video/*' : 'image/*'} capture="user" />
        </label>
      </div>
      {isLoggedIn ? (
        <>
          <div className="without-script grid w-full gap-3">
            <input className="file-input" type="file" name="photo" accept={accept} multiple aria-label="File" />
            <Button type="submit" look="primary" size="large">
              Upload the file
            </Button>
          </div>
          <Link className="link small" to={paths.myUploads()}>
            Or use one of your uploads
          </Link>
        </>
      ) : (
        <SignIn />
      )}
    </Form>
  );
}

/** A plain form cannot keep the file during login. */
function SignIn() {
  const here = useToolPath()();
  return (
    <>
      <div className="without-script flex flex-wrap justify-center gap-3">
        <ButtonLink look="primary" size="large" to={paths.loginGoogle(here)}>
          Log in to upload
        </ButtonLink>
        <ButtonLink size="large" to={paths.signup(here)}>
          Create an account
        </ButtonLink>
      </div>
      <p className="needs-script tiny faint">Your files stay in this browser until you have logged in.</p>
    </>
  );
}
