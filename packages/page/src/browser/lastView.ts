/** The last list seen and the service that was opened from it, to restore on the way back. */
export const lastView = { address: '/', serviceId: '' };
