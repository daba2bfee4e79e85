import { randomUUID } from 'node:crypto';
import type { Signer } from '@trustnxt/c2pa-ts/cose';
import {
  ActionAssertion,
  ActionType,
  ClaimVersion,
  DigitalSourceType,
  IngredientAssertion,
  type ManifestStore,
  RelationshipType,
  type Assertion,
  type Manifest,
} from '@trustnxt/c2pa-ts/manifest';
import type { Ingredient } from './ingredient';

export interface Claim {
  /** MIME type of the file. */
  format: string;
  /** What was done to the ingredient. */
  description: string;
  /** Faces were painted by a trained model. */
  isTrained: boolean;
  ingredient: Ingredient;
}

/** Bytes for the signature, of which the largest, of RSA with 4,096 bits, needs 512. */
const SIGNATURE_PADDING = 1024;

const SOFTWARE = { name: 'Faceswap' };

/** Adds the file's own manifest to those of its ingredient. `binding`: the hash of the file. */
export function addManifest(store: ManifestStore, signer: Signer, claim: Claim, binding: Assertion): Manifest {
  const manifest = store.createManifest({
    claimVersion: ClaimVersion.V2,
    assetFormat: claim.format,
    instanceID: `xmp:iid:${randomUUID()}`,
    defaultHashAlgorithm: 'SHA-256',
    signer,
  });
  manifest.signature!.signatureData.paddingLength = SIGNATURE_PADDING;
  manifest.claim!.claimGeneratorName = SOFTWARE.name;
  manifest.claim!.claimGeneratorVersion = undefined;
  const parent = parentOf(claim.ingredient);
  manifest.addAssertion(parent);
  manifest.addAssertion(actionsOf(manifest, claim, parent));
  manifest.addAssertion(binding);
  return manifest;
}

function parentOf({ active }: Ingredient): IngredientAssertion {
  const parent = IngredientAssertion.createV3(RelationshipType.ParentOf);
  if (active) {
    parent.activeManifest = active.manifest;
    parent.claimSignature = active.signature;
    parent.validationResults = { activeManifest: active.validation };
  }
  return parent;
}

function actionsOf(manifest: Manifest, { isTrained, description }: Claim, parent: Assertion): ActionAssertion {
  const assertion = new ActionAssertion();
  const { CompositeSynthetic, CompositeWithTrainedAlgorithmicMedia } = DigitalSourceType;
  assertion.actions.push(
    { action: ActionType.C2paOpened, parameters: { ingredients: [manifest.createAssertionReference(parent)] } },
    {
      action: ActionType.C2paEdited,
      softwareAgent: SOFTWARE,
      digitalSourceType: isTrained ? CompositeWithTrainedAlgorithmicMedia : CompositeSynthetic,
      parameters: { description },
    },
  );
  return assertion;
}
