import { toCells } from './geometry/canvas';
import type { Grid } from './geometry/grid/grid';
import type { Mask } from './judge/mask';
import type { SwapContext } from './plan-swap';
import type { Tone } from './tone/tone';
import { fitColour } from './tone/colour';
import { matchContrast } from './tone/contrast';
import { matchLips } from './tone/lip-tone';
import { addMembrane } from './tone/membrane';
import { matchHue, relight } from './tone/relight';
import { keepBeardColour } from './tone/beard-colour';
import { keepBrowHue } from './tone/brow-hue';
import { easeFolds } from './tone/folds';
import { easeLidHue } from './tone/lid-hue';
import { scaleHue } from './tone/colourfulness';
import { keepOneMoustache } from './tone/one-moustache';
import { warmFeatureShade } from './tone/feature-shade';
import { keepFolds } from './tone/keep-folds';
import { matchShade } from './tone/shade';
import type { Workspace } from './ops/workspace';

/** Colour and light of the new face, in this order: each step starts from what the ones before have decided. */
export function toneFace(
  { view, source, canvas, deformation, hair }: SwapContext,
  grid: Grid,
  mask: Mask,
  workspace: Workspace,
  onStage: (stage: string) => void,
): Tone {
  const tone = relight(grid, mask, fitColour(grid, mask), workspace);
  scaleHue(tone);
  matchHue(grid, mask, tone);
  matchShade(grid, mask, tone);
  matchContrast(grid, mask, tone);
  easeFolds(grid, tone, source.landmarks, view.landmarks);
  keepFolds(grid, mask, tone, canvas, deformation, source.landmarks);
  easeLidHue(grid, tone);
  warmFeatureShade(grid, tone);
  keepBrowHue(grid, tone);
  matchLips(grid, tone, source.monochrome, hair.moustache);
  onStage('tone');
  addMembrane(grid, mask, tone);
  keepBeardColour(grid, tone);
  keepOneMoustache(grid, mask, tone, toCells(view.landmarks, canvas), hair.moustache);
  onStage('membrane');
  return tone;
}
