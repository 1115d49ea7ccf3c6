/** Thrown when a living process already runs Postgres on the data directory. */
export class DataDirectoryInUse extends Error {
  override readonly name = 'DataDirectoryInUse';
  readonly code = 'DATA_DIRECTORY_IN_USE';

  constructor(
    readonly dataDir: string,
    readonly ownerPid: number,
  ) {
    super(`The data directory ${dataDir} is in use by process ${ownerPid}; stop it or choose another directory.`);
  }
}
