import { isolations } from './isolation';
import { launch } from './launch';
import { installedDecoders } from './installed';
import { readDecoderSettings } from './settings';

/** Starts an endless decoder and prints `running`. */
const isolation = isolations(readDecoderSettings().searchPath).find(({ name }) => name === process.argv[2])!;
const args = ['-f', 'lavfi', '-i', 'testsrc=size=64x64', '-progress', 'pipe:1', '-f', 'null', '-'];
const child = launch({ program: 'ffmpeg', kind: 'frames', args }, { ...(await installedDecoders()), isolation });
child.stdout!.once('data', () => process.stdout.write('running\n')).resume();
child.stderr!.resume();
