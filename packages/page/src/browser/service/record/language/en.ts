export const en = {
  record: 'Record',
  changes: 'Changes',
  allChanges: (count: number) => `Show all ${count}`,
  created: 'Registered',
  becomes: 'became',
  none: 'none',
  fieldChanged: (field: string) => `${field} changed`,
  status: 'Status',
};

export type RecordMessages = typeof en;
