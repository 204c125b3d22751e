/** "Estrela, Lisbon"; only the city when the area has the same name. */
export function placeLabel(place: { area: string; city: string }): string {
  if (!place.area || place.area === place.city) return place.city
  return place.city ? `${place.area}, ${place.city}` : place.area
}
