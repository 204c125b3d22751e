/**
 * Makers, shops, series and figures that people search by: an item of another is another item, so that these words are required even where no ad has
 * them. Only names that mean nothing else beside an item; of several words, the one that means nothing else. Without accents.
 */
const NAMES = `
  acer adidas aeg airpods akg alcatel aldi alessi alfa alienware amd anker aoc arcteryx ariete ariston armani asics asos asus atari auchan audeze
  audi avengers babolat babyliss balenciaga barbie batman bauknecht beko benq bergans bernina bershka bialetti bianchi bimby birkenstock bissell
  blackberry bluey bmw bodum bordallo bosch bose bratz braun brompton brooks btwin bugaboo burberry burton campagnolo cannondale canon caran
  carcassonne carrefour carrera cartier casetify casio castell catan cecotec chanel chevrolet chicco chromebook citroen clarks coleman colnago
  columbia contax converse copic corsair creality creuset crocs cuisinart cupra cybex dacia decathlon decker dell delonghi denon desigual deuter
  dewalt dior disney dixit dji docmartens dolcegusto domyos doulton dremel ducati dunlop duplo duralex dyson eastpak ecco einhell ektorp electrolux
  epiphone epson facom fairphone fender fendi ferragamo festool fiat fila fisherprice fiskars fitbit fjallraven flymo ford fortnite fujifilm fujitsu
  funko furby gaggenau gaggia galaxy gameboy gamecube gardena garmin geox ghd gibson gigabyte gitzo givenchy gopro gorenje grundig gucci
  guzzini haibike harley harman hasbro hasselblad havaianas hemnes hermes herschel hikoki hilfiger hilti hisense hogwarts hoka honda
  honeywell hoover huawei husqvarna hyperx hyundai ibanez ibm iittala ikea ikks imac indesit instax intel ipad iphone ipod irobot jabra janome jbl
  jeep jellycat jetboil jura kallax kappa karcher kartell kawasaki kef kenwood kenzo kia kindle kipling kipsta kitchenaid klippan klipsch
  knipex knoll kobo kodak kona konica korg kors kross krups labubu lacoste lagostina lamy lancia landrover lapierre lavazza leatherman lego leica
  lenovo levi levis lexmark lexus lg lidl liebherr loewe logitech longchamp longines louboutin lumix macbook magimix magsafe makita malm
  mamiya mammut manfrotto marantz marimekko marvel mattel mavic maxicosi mazda meissen melitta mercedes merida merrell metabo microsoft miele
  milwaukee minecraft minolta mitsubishi mizuno moleskine moncler montblanc motorola moulinex msi msr muji napapijri neff nerf nespresso netgear
  newbalance nike nikon nintendo nissan nokia nuna nutribullet nvidia oakley oculus olympus oneplus onkyo opel opinel oppo oralb orbea ortlieb
  osprey panasonic pandora parkside patagonia pentax peppa persol petzl peugeot pfaff philco philips piaggio pimkie pinarello pixar
  playmobil playskool playstation poang pokemon polaroid porsche potter prada praktica primark ps1 ps2 ps3 ps4 ps5 psp pyrex quechua quiksilver
  raspberry ravensburger rayban raybans razer realme redmi reebok remington renault ricoh riese ripcurl roku rolex rollei rolleiflex roomba
  rosenthal rossignol rowenta ryobi saab sabatier saeco salomon samsonite samsung sandisk santacruz saucony schleich schwinn scrabble seagate sega
  seiko sennelier sennheiser senseo severin shein shimano shure siemens silvercrest skechers skoda skullcandy slazenger smeg sonic sonos sony
  specialized spiderman sram stabilo staedtler starwars steelseries steiff steinway stihl stokke stradivarius stratocaster subaru superdry superman
  suunto suzuki swarovski swatch sylvanian synology tagheuer tamagotchi tamron tassimo tcl technics tefal telecaster tesla teva thermomix thinkpad
  thonet thule timberland tissot tolix toniebox toniefigur tonies toshiba toyota traeger tudor tupperware ubiquiti ufesa umbro uniqlo valentino vans
  vaude vauxhall versace vespa victorinox villeroy vitamix vitra volkswagen volvo vorwerk vtech vuitton vw wacom warhammer webasto wedgwood wera
  westwing whirlpool wiha wii wilier wmf wolfskin woom xbox xiaomi yamaha yashica yeti zanussi zara zeiss zelda zenit zte zwilling`

const BRANDS = new Set(NAMES.trim().split(/\s+/))

/** Whether a word, in lower case without accents, is the name of a maker, a series or a figure. */
export function isBrand(word: string): boolean {
  return BRANDS.has(word)
}
