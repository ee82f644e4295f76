/** Around the cards of a frame; its title stands above them. */
export const framePadding = { side: 20, top: 44, bottom: 20 };
