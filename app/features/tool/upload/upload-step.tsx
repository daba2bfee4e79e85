import { Form, Link, useNavigation } from '@remix-run/react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState, type ChangeEvent } from 'react';

import { batchLimits } from '#contract/batch-limits';

import { Button, ButtonLink, buttonClass } from '~/components/button';
import { FieldError } from '~/components/field';
import { Icon } from '~/components/icon';
import { Mesh } from '~/components/mesh';
import { Note } from '~/components/note';
import { loadCode } from '~/features/connection/load-code';
import type { FormState } from '~/lib/form-state';
import { paths } from '~/lib/paths';
import { useRetention } from '~/lib/root-data';
import { useActionAnswer } from '~/lib/use-action-answer';

import { PendingStage } from './pending-stage';
import { useToolPage } from '~/features/tool/pages';
import { SampleList } from '~/features/tool/sample-list';
import type { StepData } from '~/features/tool/load-tool.server';
import { ToolHeader } from '~/features/tool/steps';
import { useToolPath } from '~/features/tool/tool-path';
import { UnfinishedUploads } from './unfinished';
import { UploadingStage } from './uploading-stage';
import { useHandoffFiles } from './use-handoff-files';
import { useFileDrop } from './use-file-drop';
import { usePendingUpload, useResumePendingUpload } from './use-pending-upload';
import { useUpload } from './use-upload';

const SeveralPhotos = lazy(async () => {
  const { SeveralPhotos: Part } = await loadCode(() => import('./several/several-photos'));
  return { default: Part };
});

export function UploadStep({ isLoggedIn }: StepData<'upload'>) {
  const { upload, begin, cancel, reset } = useUpload();
  const { pending, save, discard } = usePendingUpload();
  const onFile = isLoggedIn ? begin : save;
  const [several, setSeveral] = useState<File[]>([]);
  const { title } = useToolPage();
  const hasChosen = useRef(false);
  const onFiles = useCallback(
    (files: File[]) => {
      if (files.length === 0) return;
      hasChosen.current = true;
      setSeveral(files.length > 1 ? files : []);
      if (files.length === 1) void onFile(files[0]!);
    },
    [onFile],
  );
  const chooseOthers = () => {
    setSeveral([]);
    void discard();
  };
  useResumePendingUpload(isLoggedIn, (files) => hasChosen.current || onFiles(files));
  useHandoffFiles(onFiles);
  const refusal =
    upload.state === 'refused' ? upload.message : pending && 'refusal' in pending ? pending.refusal : undefined;
  return (
    <>
      <ToolHeader title={title} now="Upload" />
      {several.length > 0 ? (
        <Suspense fallback={null}>
          <SeveralPhotos
            first={several}
            isLoggedIn={isLoggedIn}
            onLeave={chooseOthers}
            onOne={(file) => onFiles([file])}
          />
        </Suspense>
      ) : upload.state === 'sending' ? (
        <UploadingStage upload={upload} cancel={cancel} />
      ) : pending && 'preview' in pending ? (
        <PendingStage file={pending} onFiles={onFiles} onDiscard={discard} />
      ) : (
        <DropStage isLoggedIn={isLoggedIn} error={refusal} onFiles={onFiles} onLook={reset} />
      )}
      <SampleList isLoggedIn={isLoggedIn} />
      <Limits />
    </>
  );
}

interface DropStageProps {
  isLoggedIn: boolean;
  error?: string;
  onFiles: (files: File[]) => void;
  onLook: () => void;
}

function DropStage({ isLoggedIn, error, onFiles, onLook }: DropStageProps) {
  const refused = useActionAnswer<FormState>();
  const isOver = useFileDrop(onFiles);
  const page = useToolPage();
  const said = error ?? refused?.fields.photo;
  return (
    <div className="stage drop empty" data-over={isOver || undefined} data-refused={said ? true : undefined}>
      <i className="viewfinder viewfinder--stage" />
      <div className="empty__art" aria-hidden="true">
        <Mesh of="head" />
      </div>
      <div className="empty__text">
        <h2 className="t-section">
          <span className="needs-script">Drop {page.subject} here</span>
          <span className="without-script">Upload {page.subject} here</span>
        </h2>
        <p className="muted">
          {isLoggedIn ? (
            <>
              <span className="needs-script">or paste it, or pick one from this device.</span> {page.also}
            </>
          ) : (
            `${page.description} It starts with free credits.`
          )}
        </p>
        {refused?.message ? <Note kind="error">{refused.message}</Note> : null}
        <div role="alert">
          <FieldError>{said}</FieldError>
        </div>
        {isLoggedIn ? <UnfinishedUploads /> : null}
        <FilePicker isLoggedIn={isLoggedIn} onFiles={onFiles} onLook={onLook} />
      </div>
    </div>
  );
}

/** A plain file input without script. */
function FilePicker({ isLoggedIn, onFiles, onLook }: Omit<DropStageProps, 'error'>) {
  const picker = useRef<HTMLInputElement>(null);
  const { button, accept } = useToolPage();
  const isBusy = useNavigation().state !== 'idle';
  useEffect(() => {
    // Chosen before hydration.
    onFiles([...(picker.current?.files ?? [])]);
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the page comes alive
  }, []);
  const input = {
    className: 'sr-only',
    type: 'file',
    name: 'photo',
    disabled: isBusy,
    onClick: onLook,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      onFiles([...(event.currentTarget.files ?? [])]);
      event.currentTarget.value = '';
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

function Limits() {
  return (
    <section className="limits mt-10" aria-label="File requirements">
      <dl>
        <div>
          <dt>Photos and GIFs</dt>
          <dd>
            JPG, PNG, WebP, BMP, HEIC, AVIF, or a GIF of up to 15 seconds. Each side from 160 to 4,000 pixels, from 9:21
            to 21:9. Up to {batchLimits.photos} photos at once, GIFs one at a time.
          </dd>
        </div>
        <div>
          <dt>Videos</dt>
          <dd>
            MP4, MOV, WebM, MKV, AVI and more, one at a time, as long as you like: only the part you choose is swapped
            and paid.
          </dd>
        </div>
        <div>
          <dt>Yours alone</dt>
          <dd>Files are private and delete themselves after {useRetention()}.</dd>
        </div>
      </dl>
    </section>
  );
}
