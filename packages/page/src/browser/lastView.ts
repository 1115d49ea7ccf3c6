/** The list as it was last seen, and the service that was opened from it: for the way back. */
export const lastView = { address: '/', serviceId: '' };
