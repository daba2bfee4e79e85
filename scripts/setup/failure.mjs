/** The user must fix it; displayed without a stack trace. */
export class SetupFailure extends Error {
  /** @override */
  name = 'SetupFailure';
}

/**
 * Runs every check.
 * @param {(() => unknown)[]} checks
 * @returns {Promise<string[]>} what the user must fix
 */
export async function faultsOf(...checks) {
  const faults = [];
  for (const check of checks) {
    try {
      await check();
    } catch (error) {
      if (!(error instanceof SetupFailure)) throw error;
      faults.push(error.message);
    }
  }
  return faults;
}

/** DEBUG=1 prints the stack trace. */
export async function reportFailure(main) {
  try {
    await main();
  } catch (error) {
    const unexpected = error instanceof SetupFailure || process.env.DEBUG ? '' : '\n(DEBUG=1 shows where.)';
    console.log(`\n${process.env.DEBUG ? error.stack : error.message}${unexpected}`);
    process.exit(1);
  }
}
