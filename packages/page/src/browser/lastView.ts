/** The list as it was last seen, for the way back from a service. */
export const lastView = { address: '/' };
