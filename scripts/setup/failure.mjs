/** Something a person must change before we can go on. The message is all they see: what is wrong, and what to do. */
export class SetupFailure extends Error {
  name = 'SetupFailure';
}

/** Runs a program's main function; a fault ends it with a sentence, never with a stack trace. */
export async function reportFailure(main) {
  try {
    await main();
  } catch (error) {
    const unexpected = error instanceof SetupFailure || process.env.DEBUG ? '' : '\n(DEBUG=1 shows where.)';
    console.log(`\n${process.env.DEBUG ? error.stack : error.message}${unexpected}`);
    process.exit(1);
  }
}
