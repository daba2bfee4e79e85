import { Form, useFetcher, useNavigation } from '@remix-run/react';
import { useState } from 'react';

import { Button, buttonClass } from '~/components/button';
import { Face } from '~/components/face';
import { Icon } from '~/components/icon';
import { Note } from '~/components/note';
import type { ToolQuery } from '~/lib/paths';
import type { FormState } from '~/lib/form-state';
import { useReadableFiles } from '~/lib/use-readable-files';
import { useRefusedPlace } from '~/lib/use-refused-place';
import { useHydrated } from '~/loading/use-hydrated';

import { choicesQuery, type Choices } from '~/features/tool/choices';
import { portraitName, sampleFaces, portraitThumb } from '~/features/tool/samples';

import { AddFaceDialog } from './add-face-dialog';
import { FaceFields } from './face-fields';

interface Props {
  hasFaces: boolean;
  refused?: FormState;
}

export const isNewFace = (refused: FormState | undefined) => refused?.values.intent === 'add-face';

export function AddFace({ hasFaces, refused }: Props) {
  const isHydrated = useHydrated();
  const [isOpen, setOpen] = useState(false);

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
          <details open={isNewFace(refused)} className="open:w-full">
            <summary className={buttonClass({ size: 'small' })}>
              <Icon name="plus" size={16} />
              Add a face
            </summary>
            <AddFaceForm refused={refused} />
          </details>
        )}
      </div>
      <SampleFaces />
      <AddFaceDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </div>
  );
}

interface FormProps {
  person?: string;
  choices?: Choices;
  /** Further fields of the page. */
  kept?: ToolQuery;
  refused?: FormState;
}

/** The hidden fields precede the photo: the server needs them before the file. */
export function AddFaceForm({ person, choices = {}, kept = {}, refused }: FormProps) {
  const { state } = useNavigation();
  const ownRefusal = isNewFace(refused) ? refused : undefined;
  const refusedPlace = useRefusedPlace(Boolean(ownRefusal));
  const { onSubmit, ...files } = useReadableFiles();
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      action={refusedPlace.action}
      id={refusedPlace.id}
      className="mt-4 grid gap-4 px-3 pb-3"
      onSubmit={onSubmit}
    >
      <input type="hidden" name="intent" value="add-face" />
      {person ? <input type="hidden" name="person" value={person} /> : null}
      {Object.entries({ ...choicesQuery(choices), ...kept }).map(([name, photos]) => (
        <input key={name} type="hidden" name={name} value={photos} />
      ))}
      <FaceFields {...files} refused={ownRefusal} isSending={state === 'submitting'} />
      <Button type="submit" look="second">
        Add face
      </Button>
    </Form>
  );
}

function SampleFaces() {
  const { Form: FetcherForm, formData, data: refused } = useFetcher<FormState>();
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
      {refused?.message && !adding ? (
        <div className="mt-3">
          <Note kind="error">{refused.message}</Note>
        </div>
      ) : null}
    </FetcherForm>
  );
}
