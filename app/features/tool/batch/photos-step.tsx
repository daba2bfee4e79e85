import { Form, useSearchParams } from '@remix-run/react';
import { useMemo, useState } from 'react';

import { Note } from '~/components/note';
import { RefreshWithoutScript } from '~/components/refresh-without-script';
import type { FormState } from '~/lib/form-state';
import { useFocusError } from '~/lib/use-focus-error';
import { useRefusedPlace } from '~/lib/use-refused-place';
import { soonMs, useRefreshWhile } from '~/lib/use-refresh-while';
import { useActionAnswer } from '~/lib/use-action-answer';

import { isNewFace } from '~/features/tool/faces/add-face';
import { AddFaceDialog } from '~/features/tool/faces/add-face-dialog';
import { faceOptions } from '~/features/tool/faces/face-options';
import { QualityChoice } from '~/features/tool/faces/quality-choice';
import type { StepData } from '~/features/tool/load-tool.server';
import { ToolHeader } from '~/features/tool/steps';
import { SwapDock } from '~/features/tool/swap/swap-dock';
import { useToolPath } from '~/features/tool/tool-path';
import { leftOut, parsePhotoChoices } from '~/features/tool/photo-choices';

import { FaceForAll } from './face-for-all';
import { NoneUsable } from './none-usable';
import { PhotoChoice } from './photo-choice';
import { usePhotoChoices } from './use-photo-choices';

// HTML forms cannot be nested, so the fields name their form.
const swapForm = 'swap';

const focusFirst = (selector: string) => () => document.querySelector<HTMLElement>(selector)?.focus();
const missingFace = { label: 'Choose a face first', focus: focusFirst(`input[name="face"]`) };
const missingPhoto = { label: 'Choose a photo first', focus: focusFirst(`.batch input[type="radio"]`) };
const searchForFaces = { label: 'Looking for faces…' };

/** One face for several photos. */
export function PhotosStep({ photos, faces, otherFaces, qualities, formKey }: StepData<'photos'>) {
  const refused = useActionAnswer<FormState>();
  useFocusError(refused);
  const refusedPlace = useRefusedPlace(Boolean(refused) && !isNewFace(refused));
  const [search] = useSearchParams();
  const toolPath = useToolPath();
  const options = useMemo(() => faceOptions(faces), [faces]);
  const ids = photos.map(({ material }) => material.material_id);
  const given = parsePhotoChoices(refused ? Object.entries(refused.values) : search, ids);
  const choices = usePhotoChoices(swapForm, photos, options, given);
  const quality = qualities.find(({ id }) => id === choices.quality) ?? qualities[0]!;
  const [adding, setAdding] = useState<{ photo?: File } | null>(null);
  const isWaiting = photos.some(({ state }) => state === 'waiting');
  useRefreshWhile(isWaiting, soonMs);

  const usable = photos.filter(({ state }) => state === 'ready');
  const swapped = usable.filter((photo) => choices.personIn(photo) !== leftOut);
  const isNoneFound = isWaiting && swapped.length === 0;
  const option = options.find(({ face_id }) => face_id === choices.face);
  return (
    <>
      <ToolHeader
        title={photos.length === 1 ? 'One photo' : `${photos.length} photos`}
        detail="The same face for all"
        now="Faces"
        links={{ Upload: toolPath() }}
      />
      {isWaiting ? <RefreshWithoutScript /> : null}
      <Form method="post" id={swapForm} action={refusedPlace.action}>
        <input type="hidden" name="intent" value="create" />
        <input type="hidden" name="photos" value={choices.query.photos} />
        <input type="hidden" name="key" value={refused?.values.key ?? formKey} />
      </Form>
      <div className="tool__grid photos-grid">
        <ul className="batch">
          {photos.map((photo, index) => (
            <PhotoChoice
              key={photo.material.material_id}
              form={swapForm}
              number={index + 1}
              photo={photo}
              person={choices.personIn(photo)}
              face={option}
              onChoose={(person) => choices.choosePerson(photo.material.material_id, person)}
              withoutIt={photos.length > 1 ? toolPath(choices.without(photo.material.material_id)) : toolPath()}
            />
          ))}
        </ul>
        {isWaiting || usable.length > 0 ? (
          <div className={`panel tool__panel ${isWaiting ? 'needs-script' : ''}`}>
            <FaceForAll
              form={swapForm}
              faces={options}
              otherFaces={otherFaces}
              chosen={choices.face}
              onChoose={choices.chooseFace}
              addHref={toolPath({ ...choices.query, add: 'face' })}
              onAdd={(photo) => setAdding({ photo })}
              addForm={search.has('add') || isNewFace(refused) ? { kept: choices.query, refused } : null}
            />
            <QualityChoice
              form={swapForm}
              qualities={qualities}
              chosen={quality.id}
              onChoose={choices.chooseQuality}
              each=" a photo"
            />
            <div id={refusedPlace.id} className="px-5 pb-4 empty:p-0">
              {refused?.fields.items ? <Note kind="error">{refused.fields.items}</Note> : null}
            </div>
            <SwapDock
              form={swapForm}
              price={isNoneFound ? null : (quality.price ?? 0) * swapped.length}
              isPriceChosen={qualities.length > 1}
              photos={swapped.length}
              hasFace={Boolean(choices.face) && swapped.length > 0}
              missingStep={!choices.face ? missingFace : isNoneFound ? searchForFaces : missingPhoto}
              refused={refused}
              returnTo={toolPath(choices.query)}
            />
          </div>
        ) : (
          <NoneUsable isSingle={photos.length === 1} />
        )}
      </div>
      <AddFaceDialog
        isOpen={adding !== null}
        onClose={() => setAdding(null)}
        onAdded={choices.chooseFace}
        photo={adding?.photo}
      />
    </>
  );
}
