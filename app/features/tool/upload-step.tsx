import { Form, useActionData, useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

import { Button, ButtonLink, buttonClass } from '~/components/button';
import { Fault } from '~/components/field';
import { Icon } from '~/components/icon';
import { Mesh } from '~/components/mesh';
import { Note } from '~/components/note';
import type { FormState } from '~/form-state';
import { paths } from '~/paths';

import { nameOf, samplePhotos, thumbOf } from './samples';
import type { StepData } from './server/load-tool.server';
import { ToolTop } from './steps';
import { useToolPath } from './tool-path';
import { UploadingStage } from './uploading-stage';
import { useDrop } from './use-drop';
import { useUpload } from './use-upload';

/** The first step: a photo comes in by drop, paste or picker, or one of ours is taken. */
export function UploadStep({ isLoggedIn }: StepData<'upload'>) {
  const { upload, begin, cancel, reset } = useUpload();
  return (
    <>
      <ToolTop title="Photo Face Swap" now="Upload" />
      {upload.state === 'sending' ? (
        <UploadingStage upload={upload} cancel={cancel} />
      ) : (
        <DropStage
          isLoggedIn={isLoggedIn}
          fault={upload.state === 'refused' ? upload.message : undefined}
          onPhoto={isLoggedIn ? begin : undefined}
          onLook={reset}
        />
      )}
      {isLoggedIn ? <Samples /> : null}
      <Limits />
    </>
  );
}

interface DropStageProps {
  isLoggedIn: boolean;
  fault?: string;
  onPhoto?: (photo: File) => void;
  onLook: () => void;
}

function DropStage({ isLoggedIn, fault, onPhoto, onLook }: DropStageProps) {
  const refused = useActionData() as FormState | undefined;
  const isOver = useDrop(onPhoto);
  const said = fault ?? refused?.fields.photo;
  return (
    <div className="stage drop empty" data-over={isOver || undefined} data-refused={said ? true : undefined}>
      <i className="viewfinder viewfinder--stage" />
      <div className="empty__art" aria-hidden="true">
        <Mesh of="head" />
      </div>
      <div className="empty__text">
        <h2 className="t-section">{isLoggedIn ? 'Drop a photo here' : 'Swap faces in a photo'}</h2>
        <p className="muted">
          {isLoggedIn
            ? 'or paste it, or pick one from this device.'
            : 'Upload a picture, choose who becomes whom, and see before and after. Log in to begin: it starts with free credits.'}
        </p>
        {refused?.message ? <Note kind="error">{refused.message}</Note> : null}
        <div role="alert">
          <Fault>{said}</Fault>
        </div>
        {isLoggedIn ? <PhotoPicker onPhoto={onPhoto} onLook={onLook} /> : <SignInButtons />}
      </div>
    </div>
  );
}

/** A button that opens the file picker; a plain file field with its own button where there is no script. */
function PhotoPicker({ onPhoto, onLook }: Pick<DropStageProps, 'onPhoto' | 'onLook'>) {
  const picker = useRef<HTMLInputElement>(null);
  const isBusy = useNavigation().state !== 'idle';
  useEffect(() => {
    // A photo picked before the script had taken over.
    const early = picker.current?.files?.[0];
    if (early) onPhoto?.(early);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the page comes alive
  }, []);
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      className="mt-3 grid w-full justify-items-center gap-3 md:justify-items-start"
    >
      <input type="hidden" name="intent" value="upload" />
      <label className={`${buttonClass({ look: 'primary', size: 'large' })} needs-script`} aria-disabled={isBusy}>
        Choose a photo
        <input
          ref={picker}
          className="sr-only"
          type="file"
          name="photo"
          accept="image/*"
          disabled={isBusy}
          onClick={onLook}
          onChange={(event) => {
            const photo = event.currentTarget.files?.[0];
            if (photo) onPhoto?.(photo);
            event.currentTarget.value = '';
          }}
        />
      </label>
      <div className="without-script grid w-full gap-3">
        <input className="file-input" type="file" name="photo" accept="image/*" aria-label="Photo" />
        <Button type="submit" look="primary" size="large">
          Upload the photo
        </Button>
      </div>
    </Form>
  );
}

function SignInButtons() {
  const here = useToolPath()();
  return (
    <div className="mt-3 flex flex-wrap gap-3">
      <ButtonLink look="primary" size="large" to={paths.loginGoogle(here)}>
        Log in to upload
      </ButtonLink>
      <ButtonLink size="large" to={paths.signup(here)}>
        Create an account
      </ButtonLink>
    </div>
  );
}

function Samples() {
  const { formData, state } = useNavigation();
  const chosen = state === 'idle' ? null : formData?.get('sample');
  return (
    <section className="mt-8 grid gap-3.5" aria-labelledby="samples">
      <h2 className="t-card" id="samples">
        No photo at hand?
      </h2>
      <Form method="post" className="grid gap-3 md:grid-cols-3">
        <input type="hidden" name="intent" value="sample" />
        {samplePhotos.map((portrait) => (
          <button
            key={portrait}
            className="sample"
            name="sample"
            value={portrait}
            disabled={chosen !== null && chosen !== undefined}
          >
            <img src={thumbOf(portrait)} alt="" width={72} height={72} />
            <span className="grow">
              <b className="block">{nameOf(portrait)}</b>
              <span className="small faint">{chosen === portrait ? 'Opening…' : 'Drawn, one person'}</span>
            </span>
            <Icon name="chevron-right" />
          </button>
        ))}
      </Form>
    </section>
  );
}

function Limits() {
  return (
    <section className="limits mt-10" aria-label="What we take">
      <dl>
        <div>
          <dt>Photo</dt>
          <dd>JPG, PNG, WebP, GIF or BMP. Each side from 160 to 4,000 pixels, not narrower than 9:21.</dd>
        </div>
        <div>
          <dt>Faces</dt>
          <dd>Best with faces turned up to about 35°, in good light. A full profile keeps its own face.</dd>
        </div>
        <div>
          <dt>Yours alone</dt>
          <dd>Files are private and delete themselves after 30 days.</dd>
        </div>
      </dl>
    </section>
  );
}
