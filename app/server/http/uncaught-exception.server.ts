/**
 * Imported first: whatever ends the process is said once on standard error. Faults of the settings are sentences for the
 * operator; anything else is a fault of ours, and keeps its stack.
 */
process.once('uncaughtException', (error: Error) => {
  const isForOperator = error.name === 'EnvironmentError' || error.name === 'ConfigurationError';
  process.stderr.write(`${isForOperator ? error.message : error.stack}\n`);
  process.exit(1);
});
