import { Form, useFetcher } from '@remix-run/react';
import { useEffect, useState } from 'react';

import { faceConsentText } from '#contract/consents';

import { Button, buttonClass } from '~/components/button';
import { Dialog } from '~/components/dialog';
import { Face } from '~/components/face';
import { Check, FieldError } from '~/components/field';
import { Icon } from '~/components/icon';
import { Note } from '~/components/note';
import type { FormState } from '~/lib/form-state';
import { useHydrated } from '~/loading/use-hydrated';

import { portraitName, sampleFaces, portraitThumb } from '~/features/tool/samples';
import type { toolAction } from '~/features/tool/tool-action.server';

interface Props {
  hasFaces: boolean;
  /** An increase closes the dialog. */
  faceCount: number;
  /** Result of the plain form, without script. */
  refused?: FormState;
}

export function AddFace({ hasFaces, faceCount, refused }: Props) {
  const isHydrated = useHydrated();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [faceCount]);
  const isRefused = refused?.values.intent === 'add-face';

  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="small">{hasFaces ? <b>Another face?</b> : <b>Add the first face</b>}</h2>
        {/* Same position with and without script: hydration must not shift the layout. */}
        {isHydrated ? (
          <Button size="small" onClick={() => setOpen(true)}>
            <Icon name="plus" size={16} />
            Add a face
          </Button>
        ) : (
          <details open={isRefused} className="open:w-full">
            <summary className={buttonClass({ size: 'small' })}>
              <Icon name="plus" size={16} />
              Add a face
            </summary>
            <Form method="post" encType="multipart/form-data" className="mt-4 grid gap-4">
              <AddFaceFields refused={isRefused ? refused : undefined} />
              <Button type="submit" look="second">
                Add face
              </Button>
            </Form>
          </details>
        )}
      </div>
      <SampleFaces />
      {isHydrated ? (
        <Dialog open={isOpen} onOpenChange={setOpen} title="Add a face">
          <AddFaceForm onCancel={() => setOpen(false)} />
        </Dialog>
      ) : null}
    </div>
  );
}

function AddFaceForm({ onCancel }: { onCancel: () => void }) {
  const { Form: FetcherForm, data, state } = useFetcher<typeof toolAction>();
  const refused = data as FormState | undefined;
  return (
    <FetcherForm method="post" encType="multipart/form-data">
      <div className="dialog__body pt-0">
        <AddFaceFields refused={refused} />
      </div>
      <div className="dialog__foot">
        <Button type="button" look="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" look="primary" busy={state !== 'idle'}>
          Add face
        </Button>
      </div>
    </FetcherForm>
  );
}

/** The intent precedes the photo: the server needs it before the file. */
function AddFaceFields({ refused }: { refused?: FormState }) {
  const [checked, setChecked] = useState<string | null>(null);
  const error = checked ?? refused?.fields.photo;
  return (
    <>
      <input type="hidden" name="intent" value="add-face" />
      {refused?.message ? <Note kind="error">{refused.message}</Note> : null}
      <div className="field">
        <label className="field__label" htmlFor="face-photo">
          A photo of the face
        </label>
        <input
          id="face-photo"
          className="file-input"
          type="file"
          name="photo"
          accept="image/*"
          aria-invalid={error ? true : undefined}
          aria-describedby="face-photo-hint face-photo-fault"
          onChange={async (event) => {
            const photo = event.currentTarget.files?.[0];
            const { checkPhoto } = await import('~/features/tool/upload/check-photo.client');
            setChecked(photo ? ((await checkPhoto(photo))?.message ?? null) : null);
          }}
        />
        <p className="hint" id="face-photo-hint">
          Sharp, in good light, looking ahead, mouth closed.
        </p>
        <FieldError id="face-photo-fault">{error}</FieldError>
      </div>
      <Check name="consent" value="true" error={refused?.fields.consent}>
        {faceConsentText}
      </Check>
    </>
  );
}

function SampleFaces() {
  const { Form: FetcherForm, formData } = useFetcher<typeof toolAction>();
  const adding = formData?.get('sample');
  return (
    <FetcherForm method="post">
      <input type="hidden" name="intent" value="sample-face" />
      <p className="tiny faint mb-2">Or one of our drawn people:</p>
      <div className="flex flex-wrap gap-2">
        {sampleFaces.map((portrait) => (
          <button
            key={portrait}
            className="rounded-full"
            name="sample"
            value={portrait}
            aria-label={`Add ${portraitName(portrait)}’s face`}
            title={portraitName(portrait)}
            disabled={Boolean(adding)}
          >
            <Face src={portraitThumb(portrait)} size={40} ring={adding === portrait} />
          </button>
        ))}
      </div>
    </FetcherForm>
  );
}
