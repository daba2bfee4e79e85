import { Form } from '@remix-run/react';

import { useRefusedPlace } from '~/lib/use-refused-place';

import { choicesQuery } from '~/features/tool/choices';
import { formatSelection, selectedPart } from '~/features/tool/format';
import type { StepData } from '~/features/tool/load-tool.server';
import { ToolHeader } from '~/features/tool/steps';
import { SwapDock } from '~/features/tool/swap/swap-dock';
import { useToolPath } from '~/features/tool/tool-path';

import { AddChip } from './add-chip';
import { AddFaceForm, isNewFace } from './add-face';
import { AddFaceDialog } from './add-face-dialog';
import { ChoosingStage, previewError } from './choosing-stage';
import { MissingPerson } from './missing-person';
import { OtherFaces } from './other-faces';
import { PersonsPanel } from './persons-panel';
import { PreviewRow } from './preview-row';
import { QualityChoice } from './quality-choice';
import { useFacesStep } from './use-faces-step';

// HTML forms cannot be nested, so the swap's fields name their form.
const swapForm = 'swap';

export function FacesStep(props: StepData<'faces'>) {
  const { material, persons, otherFaces, price, qualities, formKey } = props;
  const { material_id } = material;
  const page = useFacesStep(swapForm, props);
  const { refused, options, quality, choices, choose, rows, add, adding } = page;
  const refusedPlace = useRefusedPlace(Boolean(refused) && !isNewFace(refused));
  const toolPath = useToolPath();
  const part = selectedPart(material);
  const isMoving = part !== null;
  const found = persons.length === 1 ? 'one person found' : `${persons.length} people found`;
  const trim = toolPath({ material: material_id, step: 'trim', ...quality.query });

  return (
    <>
      <ToolHeader
        title={material.name}
        detail={`${formatSelection(material)}, ${found}`}
        now="Faces"
        isMoving={isMoving}
        links={{ Upload: toolPath(), Trim: trim }}
      />
      <Form method="post" id={swapForm} action={refusedPlace.action}>
        <input type="hidden" name="intent" value="create" />
        <input type="hidden" name="material_id" value={material_id} />
        {part ? <input type="hidden" name="trim_interval" value={JSON.stringify(part)} /> : null}
        <input type="hidden" name="key" value={refused?.values.key ?? formKey} />
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
          preview={page.preview}
          previewed={page.previewed}
          place={page.place}
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
              key === page.addFor ? (
                <AddFaceForm person={key} choices={choices} kept={quality.query} refused={refused} />
              ) : null
            }
          >
            <OtherFaces count={otherFaces} />
            <QualityChoice form={swapForm} qualities={qualities} chosen={quality.id} onChoose={quality.choose} />
            <PreviewRow
              form={swapForm}
              id={refusedPlace.id}
              error={page.choicesError ?? refused?.fields.quality ?? previewError(page.preview)}
            />
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
        onClose={page.endAdding}
        onAdded={(face) => adding && choose(adding.person, face)}
        photo={adding?.photo}
      />
    </>
  );
}
