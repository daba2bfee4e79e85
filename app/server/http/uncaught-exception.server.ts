/** Import first. Configuration errors print no stack. */
process.once('uncaughtException', (error: Error) => {
  const isForOperator = error.name === 'EnvironmentError' || error.name === 'ConfigurationError';
  process.stderr.write(`${isForOperator ? error.message : error.stack}\n`);
  process.exit(1);
});
