import { Form, useSearchParams } from '@remix-run/react';
import { useMemo, useState } from 'react';

import { FormKey } from '~/components/form-key';
import type { FormState } from '~/lib/form-state';
import { useFocusError } from '~/lib/use-focus-error';
import { useActionAnswer } from '~/lib/use-action-answer';

import { choicesQuery, parseChoices } from '~/features/tool/choices';
import { formatSelection } from '~/features/tool/format';
import type { StepData } from '~/features/tool/load-tool.server';
import { ToolHeader } from '~/features/tool/steps';
import { SwapDock } from '~/features/tool/swap/swap-dock';
import { useToolPath } from '~/features/tool/tool-path';

import { AddChip } from './add-chip';
import { AddFaceForm } from './add-face';
import { AddFaceDialog } from './add-face-dialog';
import { ChoosingStage, previewError, previewOf } from './choosing-stage';
import { faceOptions } from './face-options';
import { MissingPerson } from './missing-person';
import { OtherFaces } from './other-faces';
import { PersonsPanel } from './persons-panel';
import { PreviewRow } from './preview-row';
import { QualityChoice } from './quality-choice';
import { useQuality } from './use-quality';
import { useChoices } from './use-choices';
import { useOpenPersons } from './use-open-persons';

// HTML forms cannot be nested, so the swap's fields name their form.
const swapForm = 'swap';

export function FacesStep(props: StepData<'faces'>) {
  const { material, persons, faces, otherFaces, price, qualities, preview, formKey } = props;
  const refused = useActionAnswer<FormState>();
  useFocusError(refused);
  const [search] = useSearchParams();
  const options = useMemo(() => faceOptions(faces), [faces]);
  const { material_id } = material;
  const quality = useQuality({ form: swapForm, subject: material_id, qualities, refused: refused?.values.quality });
  const { choices, choose: setFace } = useChoices({
    form: swapForm,
    subject: material_id,
    persons,
    faces: options,
    otherFaces,
    refused: refused && parseChoices(Object.entries(refused.values)),
    isKept: true,
  });
  const [corrected, setCorrected] = useState<FormState>();
  const choicesError = refused === corrected ? undefined : refused?.fields.bind_face;
  const choose = (person: string, face: string) => {
    setCorrected(refused);
    setFace(person, face);
  };
  /** Person whose new-face form is shown without script. */
  const addFor = persons.find(({ key }) => key === (refused?.values.person ?? search.get('add')))?.key;
  const rows = useOpenPersons(persons, addFor);
  const [adding, setAdding] = useState<{ person: string; photo?: File } | null>(null);
  const toolPath = useToolPath();
  const previewed = parseChoices(search);
  const isSameQuality = quality.id === (search.get('quality') ?? qualities[0]?.id);
  const shown = isSameQuality ? previewOf(preview, previewed, choices) : null;
  const isMoving = material.kind !== 'photo';
  const found = persons.length === 1 ? 'one person found' : `${persons.length} people found`;
  const trim = toolPath({ material: material_id, step: 'trim', ...quality.query });
  const add = (person: string, photo?: File) => {
    rows.activate(person);
    setAdding({ person, photo });
  };

  return (
    <>
      <ToolHeader
        title={material.name}
        detail={`${formatSelection(material)}, ${found}`}
        now="Faces"
        isMoving={isMoving}
        links={{ Upload: toolPath(), Trim: trim }}
      />
      <Form method="post" id={swapForm}>
        <input type="hidden" name="intent" value="create" />
        <input type="hidden" name="material_id" value={material_id} />
        <FormKey fresh={formKey} refused={refused} />
        {/* The first button of a form answers the Enter key in its fields. */}
        <button hidden name="intent" value="preview" />
      </Form>
      <div className="tool__grid tool__grid--choosing">
        <ChoosingStage
          material={material}
          persons={persons}
          active={rows.active}
          target={(person) => ({
            onOpen: () => rows.toggle(person, true),
            onFace: (face) => choose(person, face),
            onFile: (photo) => add(person, photo),
          })}
          preview={shown}
          previewed={previewed}
          place={{ material: material_id, quality: search.get('quality') ?? undefined }}
        />
        <div className="panel tool__panel">
          <PersonsPanel
            form={swapForm}
            persons={persons}
            faces={options}
            otherFaces={otherFaces}
            choices={choices}
            choose={choose}
            rows={rows}
            isMoving={isMoving}
            addChip={(person) => (
              <AddChip
                label={`Add a face for person ${persons.indexOf(person) + 1}`}
                form={swapForm}
                href={toolPath({ material: material_id, add: person.key })}
                onAdd={() => add(person.key)}
              />
            )}
            onAdd={add}
            addForm={({ key }) =>
              key === addFor ? (
                <AddFaceForm person={key} choices={choices} kept={quality.query} refused={refused} />
              ) : null
            }
          >
            <OtherFaces count={otherFaces} />
            <QualityChoice form={swapForm} qualities={qualities} chosen={quality.id} onChoose={quality.choose} />
            <PreviewRow form={swapForm} error={choicesError ?? refused?.fields.quality ?? previewError(shown)} />
            <MissingPerson trimPath={isMoving ? trim : null} uploadPath={toolPath()} />
          </PersonsPanel>
          <SwapDock
            form={swapForm}
            price={quality.price ?? price}
            isPriceChosen={qualities.length > 1}
            hasFace={Object.keys(choices).length > 0}
            refused={refused}
            returnTo={toolPath({ material: material_id, ...choicesQuery(choices), ...quality.query })}
          />
        </div>
      </div>
      <AddFaceDialog
        isOpen={adding !== null}
        onClose={() => setAdding(null)}
        onAdded={(face) => adding && choose(adding.person, face)}
        photo={adding?.photo}
      />
    </>
  );
}
